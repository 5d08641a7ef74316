/** Hands a file to the browser, which saves it or asks where. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // After a minute the browser has long begun to save the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
