import type { FastifyInstance } from 'fastify'
import { isAdmin } from '../../domain/accounts/user.ts'
import { deleteFace, getFaces, storeFace } from '../../domain/faces/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { findPerson, lockPerson } from '../accounts/persons/person-rows.ts'
import { getOwn } from '../accounts/persons/persons.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { takePictures } from '../uploads/take-pictures.ts'
import { toWire } from '../uploads/uploads.ts'
import { findFaces, putFace } from './face-rows.ts'

export async function faceRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  const put = (personId: number, name: string | null): Promise<void> =>
    db.transaction(async tx => {
      // The lock makes two uploads at once follow each other.
      await lockPerson(tx, personId)
      await putFace(tx, personId, name)
    })

  bind(app, deps, getFaces, async ({ query }) => ({
    faces: Object.fromEntries(await findFaces(db, query.usernames.split(',')))
  }))

  bindSignedIn(app, deps, deleteFace, async ({ params, viewer }) => {
    const person = isAdmin(viewer) ? await findPerson(db, params.person) : await getOwn(deps, viewer, params.person)
    await put(person?.id ?? refuse({ kind: 'notFound' }), null)
    return {}
  })

  await app.register(async scope => {
    const receive = await takePictures(scope, deps)
    bindSignedIn(scope, deps, storeFace, async ({ params, request, viewer }) => {
      const { id } = await getOwn(deps, viewer, params.person)
      const made = await receive(request, viewer.id, { isSquare: true })
      await put(id, made.name)
      return toWire(made)
    })
  })
}
