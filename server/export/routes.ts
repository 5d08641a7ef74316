/** Personal data as JSON (D-131), and logs as CSV. Both are streamed while they are read. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BYTE_ORDER_MARK, csvLine } from '../../domain/export/csv.ts'
import { EXPORT_FORMAT, EXPORT_VERSION, LINES, LOG_COLUMNS } from '../../domain/export/export.ts'
import { ITEMS_FORMAT } from '../../domain/export/items.ts'
import { sourceOf } from '../../domain/export/keys.ts'
import type { Dependencies } from '../dependencies.ts'
import { addPersonHeader, needPerson } from '../lib/security/person-header.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { countLogs, countRows, readLogs, readSection } from './queries.ts'
import { ITEMS, SECTIONS } from './sections.ts'

export async function exportRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps
  /** @param type of the file, and the end of its name */
  const bindFile = (
    path: string,
    [type, name]: [string, string],
    open: (viewer: SignedIn) => Promise<{ lines: number; text: AsyncGenerator<string> }>
  ): void => {
    app.get(path, {
      schema: { hide: true } as object,
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        await deps.identify(request, reply)
        addPersonHeader(request, reply)
        await deps.take(needPerson(request), { exports: 1 })
      },
      handler: async (request, reply) => {
        const { lines, text } = await open(needPerson(request))
        const day = new Date(clock.now()).toISOString().slice(0, 10)
        return reply
          .headers({
            'content-type': `${type}; charset=utf-8`,
            'content-disposition': `attachment; filename="challenge-hut-${day}-${name}"`,
            [LINES]: lines
          })
          .send(Readable.from(text, { objectMode: false }))
      }
    })
  }

  bindFile('/api/account/export', ['application/json', 'everything.json'], async ({ id }) => ({
    lines: await countRows(db, id),
    text: everything(id)
  }))
  bindFile('/api/account/export/items.json', ['application/json', 'items.json'], async viewer => ({
    lines: await countRows(db, viewer.id, [ITEMS]),
    text: items(viewer)
  }))
  bindFile('/api/account/export/logs.csv', ['text/csv', 'logs.csv'], async ({ id }) => ({
    lines: await countLogs(db, id),
    text: logs(id)
  }))

  async function* everything(userId: number): AsyncGenerator<string> {
    const head = {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      site: config.hut.name,
      address: config.appUrl,
      exported_at: new Date(clock.now())
    }
    yield JSON.stringify(head).slice(0, -1)
    for (const [name, section] of Object.entries(SECTIONS)) {
      yield* list(name, readSection(db, userId, section))
    }
    yield '}'
  }

  async function* items({ id, registered }: SignedIn): AsyncGenerator<string> {
    const source = sourceOf({ id, created_at: registered.toISOString() })
    yield JSON.stringify({ format: ITEMS_FORMAT, source, address: config.appUrl }).slice(0, -1)
    yield* list('items', readSection(db, id, ITEMS))
    yield '}'
  }

  /** A field with rows, one per line, since the page counts lines. */
  async function* list(name: string, pages: AsyncGenerator<string[]>): AsyncGenerator<string> {
    yield `,${JSON.stringify(name)}:[`
    let isFirst = true
    for await (const rows of pages) {
      yield rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${row}`).join('')
      isFirst = false
    }
    yield ']'
  }

  async function* logs(userId: number): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(LOG_COLUMNS)
    for await (const rows of readLogs(db, userId)) {
      yield rows
        .map(({ id: _, at, duration, ...row }) =>
          csvLine(LOG_COLUMNS.map(column => ({ ...row, date: at.toISOString(), duration: Number(duration) })[column]))
        )
        .join('')
    }
  }
}
