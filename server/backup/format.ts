/**
 * The file of a backup, compressed with gzip. It starts with a line of JSON that describes it. Then come blocks of rows
 * in the format of PostgreSQL's COPY, each after a line with its table and length. Then come the files of pictures in
 * the same way. The last line has the counts. Rows are streamed, so neither side has a whole table in memory.
 */
import * as z from 'zod'
import { OperatorError } from '../lib/operator-error.ts'

export const FORMAT = 'challenge-hut backup 2'
/** The first format had no pictures. */
const READABLE = ['challenge-hut backup 1', FORMAT]

const heading = z.object({
  format: z.string(),
  /** When the database had these rows. */
  taken_at: z.string(),
  /** The hashes of the migrations of its schema, oldest first. */
  migrations: z.array(z.string()),
  /** The columns do not include generated ones. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) }))
})
export type Heading = z.output<typeof heading>

const block = z.object({ table: z.string(), bytes: z.int().min(1) })
const picture = z.object({ file: z.string(), bytes: z.int() })

const ending = z.object({
  rows: z.record(z.string(), z.int()),
  /** The last number of each counter; null for an unused one. */
  counters: z.record(z.string(), z.string().nullable())
})
export type Ending = z.output<typeof ending>

/** A longer line is not from our file. */
const LONGEST_LINE = 1_000_000
const LARGEST_BLOCK = 100_000_000

/** The file is damaged, incomplete or not a backup. */
export class NotWhole extends OperatorError {
  constructor(reason: string) {
    super(`The backup cannot be read: ${reason}`)
  }
}

/** Reads a backup from its start to its end. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  /** @param chunks the unpacked file */
  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Reads the first line. @throws NotWhole */
  async heading(): Promise<Heading> {
    const found = heading.safeParse(await this.#line())
    if (!found.success) throw new NotWhole('it isn’t a backup of this product')
    if (!READABLE.includes(found.data.format)) throw new NotWhole('it was written by a newer version of this program')
    return found.data
  }

  /** Reads the next block of rows, the next file, or the last line. @throws NotWhole */
  async next(): Promise<{ table: string; rows: Buffer } | { file: string; content: Buffer } | Ending> {
    const line = await this.#line()
    const rows = block.safeParse(line)
    if (rows.success && rows.data.bytes <= LARGEST_BLOCK) {
      return { table: rows.data.table, rows: await this.#bytes(rows.data.bytes) }
    }
    const file = picture.safeParse(line)
    if (file.success && file.data.bytes <= LARGEST_BLOCK) {
      return { file: file.data.file, content: await this.#bytes(file.data.bytes) }
    }
    const end = ending.safeParse(line)
    if (!end.success) throw new NotWhole('it is damaged')
    return end.data
  }

  async #line(): Promise<unknown> {
    let end = this.#rest.indexOf(10)
    while (end === -1) {
      if (this.#rest.length > LONGEST_LINE) throw new NotWhole('it isn’t a backup of this product')
      await this.#more()
      end = this.#rest.indexOf(10)
    }
    const text = (await this.#bytes(end + 1)).toString('utf8')
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  }

  async #bytes(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = count
    while (missing > this.#rest.length) {
      parts.push(this.#rest)
      missing -= this.#rest.length
      this.#rest = Buffer.alloc(0)
      await this.#more()
    }
    parts.push(this.#rest.subarray(0, missing))
    this.#rest = this.#rest.subarray(missing)
    return Buffer.concat(parts)
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next().catch(error => {
      throw new NotWhole(error.message)
    })
    if (done) throw new NotWhole('its end is missing')
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}
