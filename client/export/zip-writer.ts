/** Writes a zip of files that need not be in the memory at once. */
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipWriter {
  /** Adds a text, or a picture, which a zip could not make smaller. */
  add: (path: string, content: string | Uint8Array) => void
  /** Ends the zip. */
  end: () => Blob
}

export function writeZip(): ZipWriter {
  const chunks: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(new Blob([chunk as BlobPart]))
  })
  return {
    add(path, content) {
      const file = typeof content === 'string' ? new ZipDeflate(path) : new ZipPassThrough(path)
      zip.add(file)
      file.push(typeof content === 'string' ? strToU8(content) : content, true)
    },
    end() {
      zip.end()
      return new Blob(chunks, { type: 'application/zip' })
    }
  }
}
