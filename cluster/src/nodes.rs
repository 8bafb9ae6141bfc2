//! The processes of a cluster: a scheduler and executors that know the functions, and a session that sends queries to the
//! scheduler.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use ballista::prelude::SessionConfigExt;
use ballista::prelude::SessionContextExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::common::{Result, exec_err};
use datafusion::error::DataFusionError;
use datafusion::execution::{FunctionRegistry, SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use tokio::signal::unix::{SignalKind, signal};

use crate::{functions, stores};

/// The addresses of a scheduler, and the time after which it gives up a silent executor.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// The address to listen on.
    pub bind: String,
    /// The port to listen on.
    pub port: u16,
    /// The host name by which executors and clients reach the scheduler.
    pub host: String,
    /// After this many seconds without a heartbeat, an executor's tasks go to other executors.
    pub executor_timeout: u64,
}

/// The length limit of a message; the longest messages are proofs.
pub const MESSAGE_BYTES: u32 = 1 << 30;

fn outside(error: impl std::error::Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

fn with_functions(mut state: SessionState) -> Result<SessionState> {
    for function in functions::all() {
        // Added to the built-in functions: setting the list would replace them.
        state.register_udf(Arc::new(function))?;
    }
    for function in functions::aggregates() {
        state.register_udaf(Arc::new(function))?;
    }
    Ok(state)
}

/// Waits for SIGTERM or Ctrl-C.
pub async fn ended() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Runs a scheduler until the process is asked to end. The scheduler keeps its jobs in memory: when it ends, the jobs are lost.
///
/// # Errors
/// If the scheduler cannot listen.
pub async fn run_scheduler(scheduler: &Scheduler) -> Result<()> {
    let Scheduler { bind, port, host, executor_timeout } = scheduler;
    let address: SocketAddr = format!("{bind}:{port}").parse().map_err(outside)?;
    let config = SchedulerConfig {
        bind_host: bind.clone(),
        bind_port: *port,
        external_host: host.clone(),
        executor_timeout_seconds: *executor_timeout,
        no_executors_grace_period_seconds: *executor_timeout,
        expire_dead_executor_interval_seconds: (*executor_timeout / 4).clamp(1, 15),
        override_session_builder: Some(Arc::new(|config| {
            let state = default_session_builder(config)?;
            with_functions(SessionStateBuilder::from(state).with_runtime_env(stores::runtime()?).build())
        })),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await.map_err(outside)?;
    tokio::select! {
        result = start_server(cluster, address, Arc::new(config)) => result.map_err(outside),
        () = ended() => Ok(()),
    }
}

/// The addresses of an executor and of its scheduler, and the executor's settings.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The address to listen on.
    pub bind: String,
    /// The host name by which other processes reach the executor; `None` for the address `bind`.
    pub host: Option<String>,
    /// The port for results; the next one is for tasks.
    pub port: u16,
    /// The scheduler's host.
    pub scheduler_host: String,
    /// The scheduler's port.
    pub scheduler_port: u16,
    /// The number of tasks that run at once.
    pub tasks: usize,
    /// The folder that keeps results until they are fetched; by default a temporary folder, removed at the end.
    pub work_folder: Option<PathBuf>,
    /// Seconds between two heartbeats.
    pub heartbeat: u64,
}

/// The error of an executor that ended without being asked to.
const GIVEN_UP: &str = "ended without being asked to: the scheduler gave this executor up, or it can listen no longer";

/// Runs an executor until the process is asked to end.
///
/// # Errors
/// If the executor cannot listen, finds no scheduler within a minute, or ends without being asked to.
pub async fn run_executor(executor: &Executor) -> Result<()> {
    let runtime = stores::runtime()?;
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions::all() {
        registry.scalar_functions.insert(function.name().to_owned(), Arc::new(function));
    }
    for function in functions::aggregates() {
        registry.aggregate_functions.insert(function.name().to_owned(), Arc::new(function));
    }
    // Removed when the executor has ended.
    let temporary = match executor.work_folder {
        Some(_) => None,
        None => Some(tempfile::Builder::new().prefix("satdoku-executor-").tempdir()?),
    };
    let folder = executor.work_folder.as_deref().or(temporary.as_ref().map(tempfile::TempDir::path));
    let config = ExecutorProcessConfig {
        bind_host: executor.bind.clone(),
        external_host: executor.host.clone(),
        port: executor.port,
        grpc_port: executor.port.saturating_add(1),
        scheduler_host: executor.scheduler_host.clone(),
        scheduler_port: executor.scheduler_port,
        scheduler_connect_timeout_seconds: 60,
        vcores: executor.tasks,
        work_dir: folder.map(|folder| folder.to_string_lossy().into_owned()),
        executor_heartbeat_interval_seconds: executor.heartbeat,
        grpc_max_decoding_message_size: MESSAGE_BYTES,
        grpc_max_encoding_message_size: MESSAGE_BYTES,
        override_function_registry: Some(Arc::new(registry)),
        // The tasks share a runtime, so an object store is opened only once.
        override_runtime_producer: Some(Arc::new(move |_| Ok(Arc::clone(&runtime)))),
        ..ExecutorProcessConfig::default()
    };
    let mut work = std::pin::pin!(start_executor_process(Arc::new(config)));
    let result = tokio::select! {
        biased;
        // On SIGTERM or Ctrl-C Ballista's executor ends its tasks by itself.
        () = ended() => work.await.map_err(outside),
        result = &mut work => result.map_err(outside).and_then(|()| exec_err!("{GIVEN_UP}")),
    };
    drop(temporary);
    result
}

/// A session with the functions: queries run in this process, or at a scheduler such as `df://localhost:50050`.
///
/// # Errors
/// If an option is unknown or its value is invalid, or the scheduler's address is invalid.
pub async fn session(scheduler: Option<&str>, options: &[(String, String)]) -> Result<SessionContext> {
    let mut config = match scheduler {
        // One partition per task, so that a lost executor loses little work. In pull mode the client knows the job's number at
        // once.
        Some(_) => SessionConfig::new_with_ballista()
            .set_str("ballista.scheduler.max_partitions_per_task", "1")
            .set_str("ballista.client.pull", "true")
            .with_batch_size(1024),
        None => SessionConfig::new(),
    };
    config.options_mut().execution.parquet.schema_force_view_types = scheduler.is_none();
    for (name, value) in options {
        config.options_mut().set(name, value)?;
    }
    let runtime = stores::runtime()?;
    let session = match scheduler {
        Some(url) => {
            let state = SessionStateBuilder::new().with_config(config).with_runtime_env(runtime);
            SessionContext::remote_with_state(url, state.with_default_features().build()).await?
        }
        None => SessionContext::new_with_config_rt(config, runtime),
    };
    functions::register_all(&session);
    Ok(session)
}
