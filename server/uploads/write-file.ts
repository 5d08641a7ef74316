import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * Writes incoming data to a new file, and frees each piece once it is written. Otherwise the pieces would wait for
 * garbage collection. They lie outside the heap, so freeing them would collect the whole heap, and no request is served
 * meanwhile.
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

/** Frees a piece, unless it is small and shares its memory with others. */
function free(piece: Buffer): void {
  if (piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.byteLength) piece.buffer.transfer(0)
}
