import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../domain/accounts/api.ts'
import { APPROVED_ALREADY, approvalsPage, approveAccount, refuseAccount } from '../../domain/admin/approvals.ts'
import { keepAccount } from '../../domain/deletion/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const LOOK = 60_000

let world: World
beforeAll(async () => {
  world = await openWorld({ REGISTRATION: 'approve' })
})
afterAll(() => world.close())

const params = async (person: Caller) => ({ params: { user: String((await person.user()).id) } })
async function mailed(): Promise<[string, string][]> {
  world.mails.length = 0
  await world.pass(LOOK)
  return world.mails.map(({ to, subject }) => [to, subject])
}

test('an admin approves an account, which can then do everything, and the person gets one mail', {
  tags: 'D-146'
}, async () => {
  const [ada, admin] = [await world.as('ada'), await world.admin()]
  expect((await admin.visit(approvalsPage)).accounts).toMatchObject([{ username: 'ada', email: 'ada@example.org' }])
  expect((await ada.refused(storeGroup, { body: { title: 'Walkers' } })).status).toBe(403)
  const asked = await params(ada)
  await Promise.all([admin.call(approveAccount, asked), admin.call(approveAccount, asked)])
  await ada.call(storeGroup, { body: { title: 'Walkers' } })
  expect((await admin.visit(approvalsPage)).accounts).toEqual([])
  expect(await mailed()).toEqual([['ada@example.org', 'Your account is approved']])
  expect((await admin.refused(refuseAccount, asked)).body.message).toBe(APPROVED_ALREADY)
  const { rows } = await world.db.$client.query(`select action from audit_entries where subject = 'user'`)
  expect(rows).toEqual([{ action: 'approve' }])
})

test('an admin refuses an account, which is deleted, and the person gets one mail', { tags: 'D-146' }, async () => {
  const [bea, admin] = [await world.as('bea'), await world.admin()]
  const asked = await params(bea)
  await admin.call(refuseAccount, asked)
  await admin.call(refuseAccount, asked)
  expect(await bea.user()).toBeNull()
  // Signing in again before the account is gone keeps nothing.
  await bea.call(login, { body: { email: 'bea@example.org', password: PASSWORD } })
  expect((await bea.refused(keepAccount, { body: {} })).status).toBe(401)
  expect(await mailed()).toEqual([['bea@example.org', 'Your account wasn’t approved']])
  await world.pass(3_600_000)
  expect((await admin.refused(approveAccount, asked)).status).toBe(404)
  const credentials = { email: 'bea@example.org', password: PASSWORD }
  expect((await world.visitor.refused(login, { body: credentials })).status).toBe(422)
})

test('nobody else decides about accounts', { tags: ['D-146', 'SEC-55'] }, async () => {
  const [cora, dora, admin] = [await world.as('cora'), await world.as('dora'), await world.admin()]
  await admin.call(approveAccount, await params(dora))
  const asked = await params(cora)
  for (const person of [cora, dora]) {
    for (const call of [approveAccount, refuseAccount]) expect((await person.refused(call, asked)).status).toBe(403)
    expect((await person.request({ url: '/api/admin/approvals' })).statusCode).toBe(403)
  }
  expect((await world.visitor.refused(approveAccount, asked)).status).toBe(401)
})
