import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pieceOf, type Store } from './store.ts'

/** Stores files on the disk, in folders named by their first two letters so that no folder has very many. */
export function diskStore(folder: string): Store {
  const folderOf = (name: string): string => join(folder, name.slice(0, 2))
  return {
    async write(name, source) {
      const path = join(folderOf(name), name)
      const part = `${path}.${randomUUID()}.part`
      await mkdir(folderOf(name), { recursive: true })
      try {
        // File systems that can clone a file do not copy its bytes.
        await copyFile(source, part, constants.COPYFILE_FICLONE)
        await sync(part)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await sync(folderOf(name))
    },
    async read(name, range) {
      const file = await open(join(folderOf(name), name)).catch(error => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (!file) return null
      const { size: total } = await file.stat()
      const piece = pieceOf(total, range)
      if (!piece) {
        await file.close()
        return { content: Readable.from([]), first: total, bytes: 0, total }
      }
      const end = piece.first + piece.bytes - 1
      const content = total === 0 ? file.createReadStream() : file.createReadStream({ start: piece.first, end })
      return { content, ...piece, total }
    },
    async remove(names) {
      for (const name of names) await rm(join(folderOf(name), name), { force: true })
    }
  }
}

/** Flushes a file or folder, so that it survives a loss of power. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
