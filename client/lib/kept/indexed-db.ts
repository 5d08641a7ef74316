/** The tables of `keeper.ts` in IndexedDB. */
import type { InTransaction, TableName, Tables } from './tables.ts'

const NAME = 'kept'
const TABLES: readonly TableName[] = ['owner', 'sizes', 'pages']

export const inIndexedDb: InTransaction = async work => {
  const database = await open()
  try {
    const transaction = database.transaction(TABLES, 'readwrite')
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(tablesOf(transaction)), done])
    return result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    for (const table of TABLES) request.result.createObjectStore(table)
  }
  return resultOf(request)
}

const tablesOf = (transaction: IDBTransaction): Tables => ({
  get: (table, id) => resultOf(transaction.objectStore(table).get(id)),
  all: table => resultOf(transaction.objectStore(table).getAll()),
  put: async (table, id, row) => void (await resultOf(transaction.objectStore(table).put(row, id))),
  remove: async (table, id) => void (await resultOf(transaction.objectStore(table).delete(id))),
  clear: async table => void (await resultOf(transaction.objectStore(table).clear()))
})

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
