//! Object stores: the first time that something of a bucket is asked for, its store is made of the address and of the variables of the
//! environment. So the client, the scheduler and every executor reach the same buckets, each with its own keys.

use std::sync::Arc;

use datafusion::common::{Result, plan_err};
use datafusion::error::DataFusionError;
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use object_store::{ObjectStore, ObjectStoreScheme, parse_url_opts};
use url::{Position, Url};

/// Reads the address of an object, or of what names of objects begin with.
///
/// # Errors
/// If there are no stores with such addresses.
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

/// What the variables of stores begin with: `AWS_ACCESS_KEY_ID`, `GOOGLE_SERVICE_ACCOUNT`, `AZURE_STORAGE_ACCOUNT_NAME`.
const PREFIXES: [&str; 3] = ["AWS_", "GOOGLE_", "AZURE_"];

fn make(url: &Url) -> Result<Arc<dyn ObjectStore>> {
    if let Err(problem) = address(url.as_str()) {
        return plan_err!("{problem}");
    }
    // Names without these beginnings would be taken too: a variable `BUCKET` or `TIMEOUT` is somebody else's.
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
    // Who writes `http` means it.
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

/// What queries run in, with the stores.
///
/// # Errors
/// If the engine cannot make it.
pub(crate) fn runtime() -> Result<Arc<RuntimeEnv>> {
    RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::default())).build_arc()
}
