import type { FastifyInstance } from 'fastify'
import { isModerator } from '../../domain/accounts/user.ts'
import { deleteCover, deleteFace, getFaces, storeCover, storeFace } from '../../domain/faces/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { findPerson, lockPerson } from '../accounts/persons/person-rows.ts'
import { getOwn } from '../accounts/persons/persons.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { takePictures } from '../uploads/take-pictures.ts'
import { toWire } from '../uploads/uploads.ts'
import { findFaces, findGuestNames, putCover, putFace } from './face-rows.ts'

export async function faceRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  const put = (putOne: typeof putFace, personId: number, name: string): Promise<unknown> =>
    db.transaction(async tx => {
      // The lock makes two uploads at once follow each other.
      await lockPerson(tx, personId)
      await putOne(tx, personId, name)
    })

  bind(app, deps, getFaces, async ({ query }) => {
    const usernames = query.usernames.split(',')
    const [faces, guests] = await Promise.all([findFaces(db, usernames), findGuestNames(db, usernames)])
    return { faces: Object.fromEntries(faces), guests: Object.fromEntries(guests) }
  })

  const remove = async (putOne: typeof putFace, viewer: SignedIn, username: string) => {
    const found = isModerator(viewer) ? await findPerson(db, username) : await getOwn(deps, viewer, username)
    const { id, user_id } = found ?? refuse({ kind: 'notFound' })
    const gone = await db.transaction(async tx => {
      await lockPerson(tx, id)
      const gone = await putOne(tx, id, null)
      if (gone === null || user_id === viewer.id) return gone
      const entry = { action: 'delete', subject: 'picture', subjectId: gone } as const
      await recordAction(tx, viewer, entry, dateAt(deps.clock))
      return gone
    })
    if (gone !== null) await closeDeleted(deps, viewer, { kind: 'picture', id: gone })
    return {}
  }
  bindSignedIn(app, deps, deleteFace, ({ params, viewer }) => remove(putFace, viewer, params.person))
  bindSignedIn(app, deps, deleteCover, ({ params, viewer }) => remove(putCover, viewer, params.person))

  await app.register(async scope => {
    const receive = await takePictures(scope, deps)
    bindSignedIn(scope, deps, storeFace, async ({ params, request, viewer }) => {
      const { id } = await getOwn(deps, viewer, params.person)
      const made = await receive(request, viewer.id, { isSquare: true })
      await put(putFace, id, made.name)
      return toWire(made)
    })
    bindSignedIn(scope, deps, storeCover, async ({ params, request, viewer }) => {
      const { id } = await getOwn(deps, viewer, params.person)
      const made = await receive(request, viewer.id)
      await put(putCover, id, made.name)
      return toWire(made)
    })
  })
}
