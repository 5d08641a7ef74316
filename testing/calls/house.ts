/** One world for all tests of calls: a person in each role, and one of each thing. */

import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccessToken } from '../../domain/accounts/access-tokens/api.ts'
import { SCOPES } from '../../domain/accounts/access-tokens/scopes.ts'
import { login, securityPage, updateProfile } from '../../domain/accounts/api.ts'
import { confirmEmail } from '../../domain/accounts/emails/api.ts'
import { createInvitation } from '../../domain/accounts/invitations/api.ts'
import { addPasskey, passkeyOptions } from '../../domain/accounts/passkeys/api.ts'
import { sendResetLink } from '../../domain/accounts/passwords/api.ts'
import { followActivity } from '../../domain/activities/api.ts'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { makeCalendarFeed } from '../../domain/calendar/api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { groupPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { importLogs } from '../../domain/import/api.ts'
import { attachActivity, storeActivityList } from '../../domain/lists/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { removeParticipant } from '../../domain/moderation/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { createPressAddress } from '../../domain/presses/api.ts'
import { followProgramme, startInGroup, storeProgramme } from '../../domain/programmes/api.ts'
import { saveDraft } from '../../domain/publishing/draft-api.ts'
import { storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { storePerson } from '../../domain/publishing/person-api.ts'
import { storeParaphrase } from '../../domain/publishing/source-api.ts'
import { addPushDevice, reminderSettingsPage } from '../../domain/reminders/api.ts'
import { decideReport } from '../../domain/reports/api.ts'
import { makeSeries } from '../../domain/series/api.ts'
import {
  joinAsGuest,
  joinSession,
  sessionPage,
  setGuests,
  shareHosting,
  storeSessionLog
} from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { createWebhook } from '../../domain/webhooks/api.ts'
import { unsubscribeKey } from '../../server/reminders/server-keys.ts'
import type { Network } from '../../server/uploads/public-fetch.ts'
import { addColumnsOfNextVersion } from '../database/next-schema.ts'
import { photo } from '../input/pictures.ts'
import { ADMIN, PASSWORD } from '../names.ts'
import { REDIRECT } from '../oauth-app.ts'
import { startForger } from '../oidc-provider.ts'
import { createDevice } from '../passkey.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../plans.ts'
import { openShop, type Shop } from '../shop.ts'
import { type Caller, createCaller, openWorld, type World } from '../world.ts'
import { columnsOf } from './contents.ts'
import { type UndoableDatabase, undoableDatabase } from './undoable-database.ts'

/** The columns of the table of roles. */
export const ROLES = [
  'visitor',
  'guest',
  'other',
  'participant',
  'removed',
  'host',
  'owner',
  'creator',
  'moderator',
  'suspended',
  'unconfirmed',
  'admin'
] as const
export type Role = (typeof ROLES)[number]

/** Puts the account of a role into its state, after the preconditions of its request. */
export async function putIntoState({ world }: House, role: Role, { username }: Caller): Promise<void> {
  const state = STATES.get(role)
  if (state) await world.db.$client.query(`update users set ${state} where username = $1`, [username])
}
const STATES: ReadonlyMap<Role, string> = new Map([
  ['suspended', `suspended_until = '2100-01-01', suspended_reason = 'Spam'`],
  ['unconfirmed', 'is_unconfirmed = true']
])

export type Things = Awaited<ReturnType<typeof createThings>>

export interface House {
  world: World
  database: UndoableDatabase
  /** The columns of each table, without those of the next version. */
  columns: Map<string, string[]>
  shop: Shop
  people: Record<Role, Caller>
  /** A program with an access token of the owner that has every scope. */
  program: Caller
  things: Things
  /** A picture to upload. */
  picture: Buffer
  /** The address of the picture on another site. */
  elsewhere: string
  /** The provider of single sign-on. */
  provider: Awaited<ReturnType<typeof startForger>>
  close: () => Promise<void>
}

const LOOK = 5000
const HERE = '127.0.0.1'
const SITE = 'elsewhere.example.org'

export async function openHouse(): Promise<House> {
  const database = undoableDatabase()
  const picture = await photo()
  const site = createServer((_, response) => void response.end(picture)).listen(0, HERE)
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const network: Network = {
    // An unreachable push service makes the app retry later.
    lookup: (name, done) =>
      name === SITE ? done(null, [{ address: HERE, family: 4 }]) : done(new Error('there is no such name'), []),
    isPublic: () => true,
    ports: [String(port), '']
  }
  const provider = await startForger('https://hut.example.org')
  const world = await openWorld(
    { ...provider.settings, SMTP_URL: 'smtp://localhost:1' },
    { openDb: database.open, sandboxDb: database.steady, network }
  )
  provider.now = () => world.clock.now()
  // Every call here also has to work beside an app of the next version (server/db/README.md).
  const columns = await columnsOf(world.db)
  await addColumnsOfNextVersion(world.db)
  const shop = await openShop(world)
  const people = {
    visitor: world.visitor,
    admin: await world.admin(),
    moderator: await world.moderator()
  } as Record<Role, Caller>
  for (const role of ['owner', 'creator', 'host', 'participant', 'removed', 'other'] as const) {
    people[role] = await world.as(`the-${role}`)
  }
  people.guest = createCaller(world, 'the-guest')
  people.suspended = people.owner
  people.unconfirmed = people.owner
  for (const username of ['the-undone', 'waits-for-approval']) await world.as(username)
  // Only the role "unconfirmed" waits for the mail that asks for a confirmation.
  await world.db.$client.query('update users set is_unconfirmed = false where guest_key is null')
  const things = await createThings(world, shop, people)
  await world.pass(LOOK)
  return {
    ...{ provider, world, database, columns, shop, people, things, picture },
    program: createCaller(world, 'the-owner', {}, { authorization: `Bearer ${things.accessToken}` }),
    elsewhere: `http://${SITE}:${port}/a.jpg`,
    async close() {
      site.closeAllConnections()
      site.close()
      await provider.stop()
      await world.close()
    }
  }
}

export function credentials({ username }: Caller) {
  return username === ADMIN.username ? ADMIN : { email: `${username}@example.org`, password: PASSWORD }
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? ''

/** Creates the things. They belong to the owner unless noted. */
async function createThings(world: World, shop: Shop, people: Record<Role, Caller>) {
  const { owner, creator, host, participant, removed, admin } = people
  const { group } = await creator.call(storeGroup, { body: { title: 'The group' } })
  for (const person of [owner, participant]) await person.call(joinGroup, { params: { hut: group.slug }, body: {} })

  // An activity in the group, one that the group has requested, and a running session in which it is the owner's turn.
  const tick = randomUUID()
  const checklist = taskOf({ title: 'A list', is_list: 1, list: [{ uuid: tick, title: 'One' }] })
  const tasks = [taskOf(), checklist]
  const turn = partOf({ edit_content: 1, per_participant: 1, duration: 600, can_complete: 1 })
  const parts = [turn, partOf({ edit_content: 1, can_complete: 1 })]
  const plan = { tasks: [taskGroupOf(tasks)], parts: [partGroupOf(parts)] }
  const hut_id = group.id
  const { challenge } = await owner.call(storeActivity, {
    body: { challenge: { title: 'In the group', hut_id, ...plan } }
  })
  const { challenge: loose } = await owner.call(storeActivity, { body: { challenge: { title: 'In no group' } } })
  const { challenge: unused } = await owner.call(storeActivity, { body: { challenge: { title: 'Unused' } } })
  const { event } = await owner.call(storeSession, {
    body: { activity: challenge.slug, challenge: { title: 'It goes on', duration: 3600, hut_id, ...plan } }
  })
  const { event: waiting } = await owner.call(storeSession, {
    body: { challenge: { title: 'It waits', duration: 3600, is_manually_started: 1, ...plan } }
  })
  for (const { slug } of [event, waiting]) {
    for (const person of [host, participant, removed]) {
      world.clock.jump(1000)
      await person.call(joinSession, { params: { event: slug }, body: {} })
    }
    await owner.call(setGuests, { params: { event: slug }, body: { guests: 1, guests_chat: 1 } })
    await people.guest.call(joinAsGuest, { params: { event: slug }, body: { name: 'The guest' } })
    await owner.call(shareHosting, { params: { event: slug, username: host.username }, body: {} })
    await owner.call(removeParticipant, { params: { event: slug, username: removed.username } })
  }
  await participant.call(followActivity, { params: { challenge: challenge.slug }, body: {} })
  const room = (await owner.visit(sessionPage, { event: event.slug })).challengeEvent
  const said = { content: 'Hello', messageable_type: 'challenge_event', messageable_id: event.id } as const
  const { message } = await participant.call(sendMessage, { body: said })
  const { message: hidden } = await participant.call(sendMessage, { body: said })
  await admin.call(decideReport, {
    params: { kind: 'message', subject: String(hidden.id) },
    body: { decision: 'hide', reason: 'spam' }
  })
  const post = { item: { title: 'A post', content: 'Of the participant' } }
  const inSession = await participant.call(storeSessionPost, { params: { event: event.slug }, body: post })
  const { log: shared } = await participant.call(storeSessionLog, {
    params: { event: event.slug },
    body: { amount: 1 }
  })

  // Private things of the owner.
  const { goal } = await owner.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal('a'.repeat(32)), title: 'Mine' }] } }
  })
  const { log } = await owner.call(storeQuickLog, { body: { goal_id: goal.id, duration: 600 } })
  const list = await owner.call(storeActivityList, { body: { title: 'A list' } })
  await owner.call(attachActivity, { params: { list: String(list.id), activity: String(challenge.id) } })
  const note = await owner.call(storeNote, { body: { content: 'A note', goal_id: goal.id } })
  const imported = await owner.call(importLogs, {
    body: { uuid: turn.uuid, file_name: 'A file', logs: [{ day: '2026-01-31', amount: 1 }] }
  })
  await owner.call(makeCalendarFeed)

  const { item: book } = await owner.call(storeItem, { body: { title: 'A book', is_book: 1 } })
  const { item } = await owner.call(storeItem, { body: { title: 'An item', parent_id: book.id } })
  const itemData = { content: '<p>Changed</p>' }
  await owner.call(updateItem, { params: { item: item.slug }, body: { itemData } })
  await owner.call(saveDraft, { params: { item: item.slug }, body: { title: 'A draft', content: 'x', revision: 1 } })
  const { id: paraphrase } = await owner.call(storeParaphrase, { body: { snippet_id: item.id, content: 'Mine' } })
  const { person } = await owner.call(storePerson, { body: { username: 'a-pen-name' } })

  // What an admin decides about: an invitation, and an account that waits for approval.
  const { invitation } = await people.admin.call(createInvitation, { body: { most_uses: 9, days: 7 } })
  const waitingPerson = await world.as('waits-for-approval')
  const { id: waitingId } = await waitingPerson.user()
  await world.db.$client.query('update users set is_unapproved = true where id = $1', [waitingId])

  // Ways to sign in, and links in mails.
  const phone = createCaller(world, 'a phone')
  await phone.call(login, { body: credentials(owner) })
  const { logins } = await owner.visit(securityPage)
  const device = createDevice()
  const { options } = await owner.call(passkeyOptions, { body: {} })
  const { passkeys } = await owner.call(addPasskey, { body: { credential: device.make(options as never) } })
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url')
  }
  await owner.call(addPushDevice, { body: { endpoint: 'https://push.example.org/owner', keys } })
  const tokenBody = { name: 'A program', scopes: SCOPES, days: 30 }
  const access = await owner.call(createAccessToken, { body: tokenBody })
  const registered = await owner.request({
    ...{ method: 'POST', url: '/api/oauth/register' },
    payload: { client_name: 'An app', redirect_uris: [REDIRECT] }
  })
  const client: string = registered.json().client_id
  const { rows: connected } = await world.db.$client.query(
    `insert into oauth_states (kind, key_hash, payload, user_id, part_of, scopes, created_at, expires_at)
     select 'Grant', sha256('a connection'), '{}', (select id from users where username = 'the-owner'), id, 'goals:read',
       created_at, created_at + interval '1 year'
     from oauth_states where kind = 'Client' returning id`
  )
  const hook = await owner.call(createWebhook, { body: { url: 'https://example.org/hook', events: ['log.made'] } })
  const sent = await world.db.$client.query(
    `insert into webhook_deliveries (webhook_id, message_id, event, subject, data, created_at, answer)
     values ($1, 'msg_1', 'log.made', 'goal 1', '{}', $2, '500') returning id`,
    [hook.webhook.id, new Date(world.clock.now())]
  )
  const pressed = await owner.call(createPressAddress, { body: { goal_id: goal.id } })
  const { devices } = await owner.visit(reminderSettingsPage)
  const tokenOfMail = async (to: string): Promise<string> => {
    await world.pass(LOOK)
    const mail = world.mails.findLast(one => one.to === to && one.text.includes('token='))
    return new URLSearchParams(/\?(\S*token=\S+)/.exec(mail?.text ?? '')?.[1]).get('token') ?? ''
  }
  const change = (who: Caller, email: string) =>
    who.call(updateProfile, { body: { userData: { email }, password: PASSWORD } })
  await change(owner, 'new-owner@example.org')
  const confirmToken = await tokenOfMail('new-owner@example.org')
  const undone = await world.as('the-undone')
  await change(undone, 'undone@example.net')
  await world.visitor.call(confirmEmail, { body: { token: await tokenOfMail('undone@example.net') } })
  const undoToken = await tokenOfMail('the-undone@example.org')
  await world.visitor.call(sendResetLink, { body: { email: 'undone@example.net' } })
  const resetToken = await tokenOfMail('undone@example.net')
  const { id: ownerId } = await owner.user()
  const stopToken = await unsubscribeKey({ db: world.db, clock: world.clock }, ownerId, 'session_soon')

  const subscription = await shop.subscribe(owner, 'goals_sub')
  await shop.settle()
  const { rows } = await world.db.$client.query('select id from payments order by id limit 1')
  const spare = await shop.card()
  const started_at = new Date(world.clock.now() + 7 * 86_400_000).toISOString()
  const dated = (
    await owner.call(storeSession, { body: { challenge: { title: 'A class', duration: 3600, started_at } } })
  ).event
  const repeats = { repeats: 'weekly', count: 2 } as const
  const { series } = await owner.call(makeSeries, { params: { event: dated.slug }, body: repeats })
  const written = { title: 'A programme', text: 'Week 1\nRun\nRest', visibility: 'public' } as const
  const { path: programmePath } = await owner.call(storeProgramme, { body: written })
  const programme = lastOf(programmePath)
  const follow = await owner.call(followProgramme, { params: { programme }, body: {} })
  await creator.call(startInGroup, { params: { programme: 'couch-to-5k', hut: group.slug }, body: {} })
  const [run] = (await creator.visit(groupPage, { hut: group.slug })).together.programmes
  const [group1] = room.parts
  const [group2] = (await owner.visit(sessionPage, { event: waiting.slug })).challengeEvent.parts
  return {
    ...{ hut: group.slug, hutId: group.id, challenge: challenge.slug, activity: String(challenge.id) },
    ...{ loose: loose.slug, looseId: String(loose.id), unused: unused.slug },
    ...{ event: event.slug, room: event.id, waiting: waiting.slug, title: event.title },
    ...{ part: parts[0]?.uuid ?? '', later: parts[1]?.uuid ?? '', type: 'part', uuid: group1?.uuid ?? '' },
    ...{
      waitingGroup: group2?.uuid ?? '',
      waitingPart: group2?.parts[0]?.uuid ?? '',
      waitingLater: group2?.parts[1]?.uuid ?? ''
    },
    ...{ checklist: checklist.uuid, tick },
    ...{
      task: tasks[0]?.uuid ?? '',
      message: String(message.id),
      kind: 'message',
      kinds: 'groups',
      subject: String(hidden.id),
      post: String(inSession.id),
      shared: String(shared.id)
    },
    ...{ goal: String(goal.id), log: String(log.id), list: String(list.id), note: String(note.id) },
    ...{ import: String(imported.id), username: participant.username },
    ...{ book: book.slug, parentItem: book.slug, item: item.slug, itemId: item.id, childItem: item.slug },
    ...{ snippet: item.slug, version: '1', paraphrase: String(paraphrase), person: person.username },
    ...{ login: logins.find(one => !one.is_current)?.id ?? '', passkey: passkeys[0]?.id ?? '', phone: device },
    ...{ device: String(devices[0]?.id), token: resetToken, slug: item.slug, invoice: String(rows[0]?.id) },
    ...{
      draft: turn.uuid,
      confirmToken,
      undoToken,
      resetToken,
      stopToken,
      subscription: String(subscription),
      product: 'goals_sub'
    },
    ...{ programme, follow: lastOf(follow.path), run: String(run?.id) },
    ...{ dated: dated.slug, series: series.slug, access: String(access.token.id), accessToken: access.secret },
    ...{ client, app: String(connected[0].id), question: 'none' },
    ...{ webhook: String(hook.webhook.id), delivery: String(sent.rows[0].id) },
    ...{ press: String(pressed.press_address.id), secret: pressed.path.split('/').at(-1) ?? '' },
    ...{ invitation: String(invitation.id), code: invitation.code, user: String(waitingId) },
    paymentMethod: spare.id
  }
}
