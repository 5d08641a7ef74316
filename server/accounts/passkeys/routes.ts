import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/passkeys/api.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bind, bindSignedIn } from '../../lib/bind.ts'
import { attemptLimit } from '../../lib/limits/rate-limit.ts'
import { signIn, switchLogin } from '../logins.ts'
import { watched } from '../security-rows.ts'
import { listPasskeys, toWirePasskey, updateName } from './passkey-rows.ts'
import { addPasskey, optionsToAdd, optionsToSignIn, removePasskey, useOfPasskey } from './passkeys.ts'

export async function passkeyRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps
  const limitSignIns = attemptLimit(deps, 'passkeySignIns')

  bindSignedIn(app, deps, api.passkeyOptions, async ({ viewer, request }) => ({
    options: await optionsToAdd(deps, request, viewer)
  }))

  bindSignedIn(app, deps, api.addPasskey, async ({ body, viewer, request }) => {
    await addPasskey(deps, request, viewer, body)
    return { passkeys: (await listPasskeys(db, viewer.id)).map(toWirePasskey) }
  })

  bindSignedIn(app, deps, api.renamePasskey, async ({ params, body, viewer }) => {
    if (!(await updateName(db, viewer.id, params.passkey, body.name))) refuse({ kind: 'notFound' })
    return { passkeys: (await listPasskeys(db, viewer.id)).map(toWirePasskey) }
  })

  bindSignedIn(app, deps, api.removePasskey, async ({ params, viewer }) => {
    await removePasskey(deps, viewer, params.passkey)
    return {}
  })

  bind(app, deps, api.signInOptions, async ({ request }) => {
    await limitSignIns(request)
    return { options: await optionsToSignIn(deps, request) }
  })

  bind(app, deps, api.signInByPasskey, async ({ body, request, reply }) => {
    await limitSignIns(request)
    const clientUuid = body.client_uuid ?? randomUUID()
    const id = await watched(deps, request, { kind: 'failed_login' }, () =>
      useOfPasskey(deps, request, body, (tx, userId) => signIn(deps, tx, request, reply, userId, clientUuid, 'passkey'))
    )
    return { user: await switchLogin(deps, request, { id, client_uuid: clientUuid }) }
  })
}
