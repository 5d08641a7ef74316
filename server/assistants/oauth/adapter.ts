/**
 * Stores the state of the OAuth library in the database, so that all nodes share it. Of keys only the SHA-256 is stored,
 * and times to live count on our clock. Access tokens become ordinary ones (`access_tokens`), so everything that checks
 * and ends those applies to them.
 */
import { type Adapter, errors } from 'oidc-provider'
import { APP_KINDS, type AppKind } from '../../../domain/accounts/apps/apps.ts'
import { deleteAppToken, insertAccessToken } from '../../accounts/access-tokens/token-rows.ts'
import {
  deleteState,
  findAppToken,
  findState,
  insertConnection,
  markUsed,
  putState,
  stateId
} from '../../accounts/app-rows.ts'
import type { Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { hashOf } from '../../lib/token-hash.ts'

type Needs = Pick<Resources, 'db' | 'clock'>
/** Our column decides when something ends, on our clock. For the library it ends in the year 2100. */
const FAR = 4_102_444_800
/** Of a question, as the library stores it. */
type Result = { login?: { accountId?: string } }

/** The state of one kind. Other kinds, such as a login at the library, are not stored: the hut's own login counts. */
export function stateAdapter(needs: Needs, name: string): Adapter {
  if (name === 'AccessToken') return accessTokenAdapter(needs)
  const kind = APP_KINDS.find(one => one === name)
  return kind ? rowAdapter(needs, kind) : NOTHING
}

const nothing = async (): Promise<undefined> => undefined
const NOTHING: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing
}

function rowAdapter(needs: Needs, kind: AppKind): Adapter {
  const { db, clock } = needs
  return {
    ...NOTHING,
    async upsert(key, { jti: _, iat: __, exp: ___, ...payload }, seconds) {
      const now = dateAt(clock)
      const accountId = payload.accountId ?? (payload.result as Result | undefined)?.login?.accountId
      const row = {
        ...{ kind, payload, key_hash: hashOf(key), user_id: accountId === undefined ? null : Number(accountId) },
        created_at: now,
        expires_at: seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
      }
      if (kind === 'Grant') {
        const app = await needState(needs, 'Client', payload.clientId)
        const scopes = Object.values(payload.resources ?? {}).join(' ')
        return insertConnection(db, { ...row, scopes, user_id: Number(accountId), part_of: app }, now)
      }
      const isPart = payload.grantId !== undefined && kind !== 'Interaction'
      await putState(db, { ...row, part_of: isPart ? await needState(needs, 'Grant', payload.grantId) : null })
    },
    async find(key) {
      const row = await findState(db, kind, key, dateAt(clock))
      if (!row) return undefined
      const consumed = kind === 'Grant' ? undefined : row.used_at?.getTime()
      return { ...row.payload, jti: key, exp: FAR, ...(consumed === undefined ? {} : { consumed }) }
    },
    async consume(key) {
      if (!(await markUsed(db, kind, key, dateAt(clock)))) throw new errors.InvalidGrant('it was used already')
    },
    destroy: key => deleteState(db, kind, key),
    revokeByGrantId: grant => deleteState(db, 'Grant', grant)
  }
}

function accessTokenAdapter(needs: Needs): Adapter {
  const { db, clock } = needs
  return {
    ...NOTHING,
    async upsert(token, { accountId, scope, grantId }, seconds = 0) {
      const now = dateAt(clock)
      await insertAccessToken(db, {
        ...{ user_id: Number(accountId), token_hash: hashOf(token), name: 'app', scopes: scope ?? '' },
        ...{ created_at: now, expires_at: new Date(now.getTime() + seconds * 1000) },
        connection_id: await needState(needs, 'Grant', grantId)
      })
    },
    async find(token) {
      const found = await findAppToken(db, token, dateAt(clock))
      if (!found) return undefined
      const { user_id, scopes, client_id } = found
      return {
        kind: 'AccessToken',
        jti: token,
        exp: FAR,
        accountId: String(user_id),
        clientId: client_id,
        scope: scopes
      }
    },
    destroy: token => deleteAppToken(db, token),
    revokeByGrantId: grant => deleteState(db, 'Grant', grant)
  }
}

/** The id of the row to which another belongs. */
async function needState({ db }: Needs, of: AppKind, key: string | undefined): Promise<number> {
  const id = key === undefined ? null : await stateId(db, of, key)
  // It was ended at the same moment.
  if (id === null) throw new errors.InvalidGrant('the connection has ended')
  return id
}
