import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * Writes what arrives into a new file, and frees each piece once it is written. Otherwise they wait for the collection of
 * garbage: they lie outside of its spaces, so all of the heap is collected for them, and nobody is served meanwhile.
 */
export function fileWriter(path: string): Writable {
  let file: FileHandle | undefined
  return new Writable({
    construct(done) {
      open(path, 'wx').then(opened => {
        file = opened
        done()
      }, done)
    },
    write(piece: Buffer, _encoding, done) {
      file?.writeFile(piece).then(() => {
        free(piece)
        done()
      }, done)
    },
    destroy(error, done) {
      if (!file) return done(error)
      file.close().then(() => done(error), done)
    }
  })
}

/** Small pieces share their memory with others. */
function free(piece: Buffer): void {
  if (piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.byteLength) piece.buffer.transfer(0)
}
