//! A connection of the plugin: one question at a time, each cancelled by the next.

use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket};
use satdoku::{Budget, CancelToken};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task;

use crate::plugin::message::Message;
use crate::plugin::questions;

/// Largest number of answers waiting to be sent.
const MOST_WAITING: usize = 64;

/// The limits of all questions of a connection.
pub(super) struct Limits {
    /// The time limit of each question.
    pub(super) time: Option<Duration>,
    /// Stops every question.
    pub(super) stop: CancelToken,
}

/// Cancels the question of a connection that has ended.
struct Current(Option<CancelToken>);

impl Current {
    fn cancel(&mut self) {
        if let Some(token) = self.0.take() {
            token.cancel();
        }
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Answers the messages of a connection until it ends.
pub(super) async fn talk(mut socket: WebSocket, limits: Limits) {
    let (sender, mut answers) = mpsc::channel::<(CancelToken, Value)>(MOST_WAITING);
    let mut current = Current(None);
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    current.cancel();
                    let answer = take(text.as_str(), &limits, &sender, &mut current);
                    if let Some(answer) = answer && send(&mut socket, &answer).await.is_err() {
                        return;
                    }
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Binary(_))) => {}
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
            },
            Some((token, answer)) = answers.recv() => {
                // The page has gone on since.
                if !token.is_cancelled() && send(&mut socket, &answer).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Begins to answer a message, or returns an answer at once.
fn take(
    text: &str,
    limits: &Limits,
    sender: &mpsc::Sender<(CancelToken, Value)>,
    current: &mut Current,
) -> Option<Value> {
    let message = match Message::read(text) {
        Ok(message) => message,
        Err(refusal) => return Some(refusal),
    };
    if message.is_cancel() {
        return Some(message.answer("canceled"));
    }
    let token = limits.stop.child();
    current.0 = Some(token.clone());
    let mut budget = Budget::unlimited().with_cancel(token.clone());
    if let Some(time) = limits.time {
        budget = budget.with_time(time);
    }
    let sender = sender.clone();
    task::spawn_blocking(move || {
        questions::answer(&message, &budget, &|answer| {
            // A connection that has ended needs no answer.
            let _ = sender.blocking_send((token.clone(), answer));
        });
    });
    None
}

async fn send(socket: &mut WebSocket, answer: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(answer.to_string().into())).await
}
