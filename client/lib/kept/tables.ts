/** The tables of what a device keeps. */
import type { Sealed } from './seal.ts'

export interface Owner {
  person: number
  /** Names the key. Pages of an earlier key are never stored beside it. */
  keyName: string
  key: CryptoKey
  user: Sealed
  /** The last response of the server, by the device's clock. */
  contactAt: number
  /** The server's time minus the device's time, in ms. */
  clockOffset: number
}

/** A size is stored apart from its page, so that the limits read no pages. */
export interface Size {
  id: string
  bytes: number
  /** When the server sent the data, or an event changed it, by the device's clock. */
  keptAt: number
  /** Digest of the room. Pages of any other room are removed. */
  room: string | null
}

interface Rows {
  owner: Owner
  sizes: Size
  pages: Sealed
}
export type TableName = keyof Rows

/** The tables inside one transaction. `work` awaits nothing but them. */
export interface Tables {
  get: <Name extends TableName>(table: Name, id: string) => Promise<Rows[Name] | undefined>
  all: <Name extends TableName>(table: Name) => Promise<Rows[Name][]>
  put: <Name extends TableName>(table: Name, id: string, row: Rows[Name]) => Promise<void>
  remove: (table: TableName, id: string) => Promise<void>
  clear: (table: TableName) => Promise<void>
}
export type InTransaction = <Result>(work: (tables: Tables) => Promise<Result>) => Promise<Result>
