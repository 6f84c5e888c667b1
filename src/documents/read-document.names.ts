/** Name of the queue of jobs that read documents. */
export const READ_JOB = 'read-document';
