//! Object stores: the first access to a bucket opens its store from the address and the environment variables. So the
//! client, the scheduler and every executor reach the same buckets, each process with its own keys.

use std::sync::Arc;

use datafusion::common::{Result, plan_err};
use datafusion::error::DataFusionError;
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use object_store::{ObjectStore, ObjectStoreScheme, parse_url_opts};
use url::{Position, Url};

/// Reads the address of an object, or a prefix of the addresses of objects.
///
/// # Errors
/// If the address is of no known kind of store.
pub(crate) fn address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| format!("{text}: {error}"))?;
    match (ObjectStoreScheme::parse(&url), url.scheme()) {
        (Ok((ObjectStoreScheme::Http, _)), _) => Ok(url),
        (Ok(_), "http" | "https") => Err(format!(
            "{text}: the store of this host has addresses of its own: s3://BUCKET/NAME or az://CONTAINER/NAME"
        )),
        (
            Ok((
                ObjectStoreScheme::AmazonS3 | ObjectStoreScheme::GoogleCloudStorage | ObjectStoreScheme::MicrosoftAzure,
                _,
            )),
            _,
        ) => Ok(url),
        _ => Err(format!("{text}: expected a path, or an address that begins with s3, gs, az, abfss, http or https")),
    }
}

/// The prefixes of environment variables for stores, such as `AWS_ACCESS_KEY_ID`, `GOOGLE_SERVICE_ACCOUNT`,
/// `AZURE_STORAGE_ACCOUNT_NAME`.
const PREFIXES: [&str; 3] = ["AWS_", "GOOGLE_", "AZURE_"];

fn make(url: &Url) -> Result<Arc<dyn ObjectStore>> {
    if let Err(problem) = address(url.as_str()) {
        return plan_err!("{problem}");
    }
    // `parse_url_opts` would also take names without a prefix: a variable `BUCKET` or `TIMEOUT` belongs to another program.
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
    // An explicit `http` address allows unencrypted access.
    let plain = (url.scheme() == "http").then(|| ("allow_http".to_owned(), "true".to_owned()));
    let bucket =
        Url::parse(&url[..Position::BeforePath]).map_err(|error| DataFusionError::External(Box::new(error)))?;
    let (store, _) = parse_url_opts(&bucket, variables.chain(plain))?;
    Ok(Arc::from(store))
}

#[derive(Debug, Default)]
struct Stores {
    made: DefaultObjectStoreRegistry,
}

impl ObjectStoreRegistry for Stores {
    fn register_store(&self, url: &Url, store: Arc<dyn ObjectStore>) -> Option<Arc<dyn ObjectStore>> {
        self.made.register_store(url, store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        self.made.deregister_store(url)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        self.made.get_store(url).or_else(|_| {
            let store = make(url)?;
            self.made.register_store(url, Arc::clone(&store));
            Ok(store)
        })
    }
}

/// The runtime environment of queries, with the stores.
///
/// # Errors
/// If DataFusion cannot build the environment.
pub(crate) fn runtime() -> Result<Arc<RuntimeEnv>> {
    RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::default())).build_arc()
}
