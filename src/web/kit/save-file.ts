/** Downloads a file in the browser. */
export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // The URL is revoked later, because the browser reads it asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
