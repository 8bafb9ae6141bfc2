//! The addresses of questions, and the questions with answers of their own form.

/// The name of the question that is answered by GET.
pub(crate) const SOLVERS: &str = "solvers";

/// A question that is answered with a file.
pub(crate) struct AnsweredByFile {
    /// The name of the question.
    pub(crate) name: &'static str,
    /// The type of the file.
    pub(crate) media_type: &'static str,
    /// What the answer is.
    pub(crate) description: &'static str,
}

/// The questions that are answered with a file.
pub(crate) const FILES: [AnsweredByFile; 2] = [
    AnsweredByFile {
        name: "encode",
        media_type: "text/plain",
        description: "the file; x-variables and x-clauses have the numbers of its variables and clauses",
    },
    AnsweredByFile {
        name: "prove",
        media_type: "application/x-tar",
        description: "a tar archive of the files; x-claim names the claim",
    },
];

/// The address of a question.
pub(crate) fn address(name: &str) -> String {
    format!("/api/{name}")
}
