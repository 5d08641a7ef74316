import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { AuditAction } from '../../domain/audit-log/entry.ts'
import { needAdmin } from '../accounts/rights.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { needLogin } from '../lib/pages/pages.ts'

interface AdminFile {
  name: string
  lines: AsyncGenerator<string>
}

/** Binds a CSV file for admins. Each download is in the audit log. @param open may refuse */
export function bindAdminFile(
  app: FastifyInstance,
  deps: Dependencies,
  path: string,
  action: AuditAction,
  open: (query: Record<string, unknown>) => AdminFile
): void {
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    { schema: { hide: true } as object, onRequest: deps.identify },
    async (request, reply) => {
      const viewer = needLogin(request.viewer)
      needAdmin(viewer)
      const { name, lines } = open(request.query)
      await deps.db.transaction(tx => recordAction(tx, viewer, { action }, dateAt(deps.clock)))
      const file = reply.header('content-disposition', `attachment; filename="${name}"`)
      return file.type('text/csv; charset=utf-8').send(Readable.from(lines))
    }
  )
}
