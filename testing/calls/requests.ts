/**
 * One request for every call, which succeeds for at least one role, with its preconditions. Unless noted, it concerns
 * the thing of `house.ts` that the path names.
 */
import { randomUUID } from 'node:crypto'
import { passkeyOptions, signInOptions } from '../../domain/accounts/passkeys/api.ts'
import { CALLBACK, startSignOn } from '../../domain/accounts/single-sign-on/api.ts'
import { addPaymentMethod } from '../../domain/billing/api.ts'
import { getPaymentIntent } from '../../domain/billing/tokens-api.ts'
import { deleteAccount } from '../../domain/deletion/api.ts'
import { storeCover, storeFace } from '../../domain/faces/api.ts'
import { deleteGoal, newGoal, pauseGoal, storeGoal } from '../../domain/goals/api.ts'
import { shareGoal } from '../../domain/goals/sharing-api.ts'
import { attachChallenge } from '../../domain/groups/attachment-api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { deleteLog } from '../../domain/logs/api.ts'
import { stopLog } from '../../domain/logs/timer-api.ts'
import { muteUser } from '../../domain/moderation/api.ts'
import { setGoalReminder } from '../../domain/reminders/goal-api.ts'
import {
  endSession,
  joinWaitlist,
  pausePart,
  pauseSession,
  sessionPage,
  shareHosting,
  skipPart,
  startTaskLog
} from '../../domain/sessions/api.ts'
import { patchSession } from '../../domain/sessions/builder-api.ts'
import { upload } from '../input/pictures.ts'
import { openQuestion, REDIRECT } from '../oauth-app.ts'
import { createDevice } from '../passkey.ts'
import { partOf } from '../plans.ts'
import { type Caller, createCaller, registration } from '../world.ts'
import { credentials, type House } from './house.ts'

export interface Sent {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: object
  /** Sends the picture as a form instead of a body. */
  picture?: true
}
type Ask = (house: House, me: Caller) => Sent | Promise<Sent>

const NOTHING: Ask = () => ({})
/** A call with an empty body. */
const EMPTY: Ask = () => ({ body: {} })
const send =
  (body: object, params?: Record<string, string>): Ask =>
  () => ({ body, ...(params ? { params } : {}) })
const NEW_PASSWORD = 'a new password'
const newPassword = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
/** Visitors cannot create the precondition, and the call refuses them anyway. */
/** Whether the caller has no account in which the request can prepare something. */
const isVisitor = ({ people }: House, me: Caller) => me === people.visitor || me === people.guest

/** The goal of the owner reminds them now. */
async function reminded({ world, people: { owner }, things: { goal } }: House): Promise<Sent> {
  await owner.call(setGoalReminder, { params: { goal }, body: { at: '20:00' } })
  await world.db.$client.query(
    `insert into reminders (user_id, kind, goal_id, at, told_at, until, is_listed)
     select user_id, 'goal_due', goal_id, $2, $2, $2::timestamptz + interval '3 hours', true from goal_reminders
     where goal_id = $1`,
    [goal, new Date(world.clock.now())]
  )
  return { body: { at: new Date(world.clock.now()).toISOString() } }
}

/** An app has sent the browser of the caller here. */
async function asked({ things: { client } }: House, me: Caller): Promise<Sent> {
  const query = new URLSearchParams({
    ...{ client_id: client, redirect_uri: REDIRECT, response_type: 'code' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  })
  return { params: { question: await openQuestion(me, `/api/oauth/authorize?${query}`) } }
}

/** A person signs in at the provider, and waits for an account with their browser. */
async function signInAtProvider({ provider }: House, me: Caller, email: string): Promise<void> {
  const { address } = await me.call(startSignOn, { body: { purpose: 'sign-in' } })
  const { searchParams } = new URL(address)
  provider.claims = { sub: email, email, email_verified: true, nonce: searchParams.get('nonce') }
  await me.request({ url: `${CALLBACK}?code=any&state=${searchParams.get('state')}` })
}

/** A request for the session that waits to be started. */
const waiting = ({ things }: House) => ({ params: { event: things.waiting } })

/** Leaves no place in the running session. */
async function fill({ people: { owner }, things: { event } }: House): Promise<void> {
  const { participants_count } = (await owner.visit(sessionPage, { event })).challengeEvent
  await owner.call(patchSession, { params: { event }, body: { challenge: { participant_limit: participants_count } } })
}

/** A goal of the person who calls. */
async function ownGoal(house: House, me: Caller): Promise<string> {
  if (isVisitor(house, me)) return house.things.goal
  const tasks = [{ ...newGoal(randomUUID()), title: 'Mine' }]
  return String((await me.call(storeGoal, { body: { challenge: { tasks } } })).goal.id)
}

/** A running timer of the participant in the session. */
async function runningInSession({ people: { participant }, things: { event, task } }: House): Promise<Sent> {
  const { id } = await participant.call(startTaskLog, { params: { event, uuid: task }, body: { duration: 600 } })
  return { params: { log: String(id) }, body: {} }
}

const proposed: Ask = async ({ people: { creator }, things: { hut, loose } }) => {
  await creator.call(attachChallenge, { params: { hut, challenge: loose } })
  return { params: { challenge: loose } }
}
const paused: Ask = async ({ people: { owner }, things: { event } }) => {
  await owner.call(pauseSession, { params: { event }, body: {} })
  return { body: {} }
}
const pausedPart: Ask = async ({ people: { owner }, things: { event, part } }) => {
  await owner.call(pausePart, { params: { event, part }, body: {} })
  return { body: {} }
}
const skippedPart: Ask = async ({ people: { owner }, things: { event, part } }) => {
  await owner.call(skipPart, { params: { event, part }, body: {} })
  return { body: {} }
}
/** The owner's other card, beside the one that pays. */
const spareCard: Ask = async ({ people: { owner }, things: { paymentMethod } }) => {
  await owner.call(addPaymentMethod, { body: { payment_method: paymentMethod } })
  return { body: { payment_method: paymentMethod } }
}
const inLater: Ask = ({ things: { later } }) => ({ params: { part: later }, body: {} })
const ofGroup =
  (body?: object): Ask =>
  ({ things: { uuid } }) => ({ params: { uuid }, ...(body ? { body } : {}) })
const addPart: Ask = ({ things: { uuid } }) => ({
  body: { events_group_uuid: uuid, part: partOf({ order: 2 }) }
})
const reorder: Ask = ({ things: { uuid, part, later } }) => ({
  body: { events_group_uuid: uuid, parts: { [later]: 0, [part]: 1 } }
})
const quickLog: Ask = async (house, me) => ({ body: { goal_id: Number(await ownGoal(house, me)), amount: 1 } })
const inSession: Ask = ({ things: { event } }) => ({ params: { challenge: event, event }, body: { amount: 1 } })
const picture: Ask = () => ({ picture: true })

export const REQUESTS = {
  endLogin: NOTHING,
  getCsrfCookie: NOTHING,
  getUser: NOTHING,
  login: ({ people }, me) => ({ body: credentials(me === people.visitor || me === people.guest ? people.owner : me) }),
  logout: NOTHING,
  register: () => ({ body: registration('newcomer') }),
  signOutEverywhere: NOTHING,
  updateProfile: send({ userData: { first_name: 'New' } }),

  followActivity: EMPTY,
  randomActivity: EMPTY,
  unfollowActivity: NOTHING,
  deleteActivity: ({ things: { unused } }) => ({ params: { challenge: unused } }),
  deleteActivityGroup: ofGroup(),
  deleteActivityPart: NOTHING,
  patchActivity: send({ challenge: { title: 'New' } }),
  patchActivityGroup: ofGroup({ title: 'New' }),
  patchActivityPart: send({ part: { title: 'New' } }),
  reorderActivityParts: reorder,
  storeActivity: send({ challenge: { title: 'New' } }),
  storeActivityGroup: () => ({ body: { uuid: randomUUID() } }),
  storeActivityPart: addPart,
  updateActivity: send({ challenge: { title: 'New' } }),

  addPaymentMethod: ({ things }) => ({ body: { payment_method: things.paymentMethod } }),
  cancelOwnSubscription: () => ({ query: {} }),
  cancelSubscription: NOTHING,
  choosePaymentMethod: spareCard,
  confirmSubscription: NOTHING,
  payRenewal: NOTHING,
  createSubscription: EMPTY,
  removePaymentMethod: spareCard,

  deleteCalendarFeed: NOTHING,
  getCalendarFeed: NOTHING,
  makeCalendarFeed: NOTHING,
  updateCalendarFeed: send({ has_goals: 1 }),

  earlierMessages: () => ({ query: {} }),
  sendMessage: ({ things: { room } }) => ({
    body: { content: 'Hello', messageable_type: 'challenge_event', messageable_id: room }
  }),
  cheerLog: ({ things: { shared } }) => ({ params: { log: shared }, body: { cheered: 1 } }),
  updateDays: send({ day_start: 3 }),
  updateUnits: send({ distance_unit: 'km' }),

  deleteAccount: (_, me) => ({ body: { password: credentials(me).password } }),
  async keepAccount(house, me) {
    if (!isVisitor(house, me) && me !== house.people.admin)
      await me.call(deleteAccount, { body: { password: credentials(me).password } })
    return { body: {} }
  },

  cancelEmailChange: NOTHING,
  confirmEmail: ({ things }) => ({ body: { token: things.confirmToken } }),
  resendEmailLink: EMPTY,
  undoEmailChange: ({ things }) => ({ body: { token: things.undoToken, ...newPassword } }),

  async deleteFace(house) {
    const { people, things } = house
    await upload(people.owner, house.picture, { url: fillPath(storeFace.path, things as never) })
    return {}
  },
  getFaces: ({ people: { owner } }) => ({ query: { usernames: owner.username } }),
  storeFace: picture,
  async deleteCover(house) {
    const { people, things } = house
    await upload(people.owner, house.picture, { url: fillPath(storeCover.path, things as never) })
    return {}
  },
  storeCover: picture,

  completeGoal: NOTHING,
  deleteGoal: NOTHING,
  moveGoal: send({ by: 1 }),
  pauseGoal: NOTHING,
  getSharing: NOTHING,
  goAway: ({ world }) => ({
    body: { back_on: new Date(world.clock.now() + 14 * 86_400_000).toISOString().slice(0, 10) }
  }),
  setGoalReminder: send({ at: '20:00' }),
  removeGoalReminder: NOTHING,
  finishReminded: reminded,
  putOffReminded: reminded,
  shareGoal: send({ everyone: 1 }),
  unshareGoal: EMPTY,
  async cheerGoal({ people: { owner }, things: { goal } }) {
    await owner.call(shareGoal, { params: { goal }, body: { everyone: 1 } })
    return { body: { cheered: 1 } }
  },
  async restoreGoal({ people: { owner }, things: { goal } }) {
    await owner.call(deleteGoal, { params: { goal } })
    return {}
  },
  async resumeGoal({ people: { owner }, things: { goal } }) {
    await owner.call(pauseGoal, { params: { goal } })
    return {}
  },
  storeGoal: () => ({ body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'New' }] } } }),
  updateGoal: send({ challenge: { tasks: [{ title: 'New' }] } }),

  acceptProposal: proposed,
  attachChallenge: ({ things: { loose } }) => ({ params: { challenge: loose } }),
  declineProposal: proposed,
  detachChallenge: NOTHING,
  getAttachable: () => ({ query: {} }),
  joinGroup: send({ is_joined: 1 }),
  leaveGroup: NOTHING,
  patchGroup: send({ content: '<p>New</p>' }),
  storeGroup: send({ title: 'New' }),

  compareLogs: send({ logs: [{ day: '2026-01-01', amount: 1 }] }),
  importLogs: () => ({ body: { uuid: randomUUID(), file_name: 'New', logs: [{ day: '2026-01-30', amount: 1 }] } }),
  moveIn: () => ({
    body: {
      ...{ uuid: randomUUID(), file_name: 'everything.json', account: 'moved.1.mb3k9zzz', section: 'notes' },
      rows: [{ id: 1, title: 'Plan', created_at: '2026-01-30T08:00:00Z' }]
    }
  }),
  moveItems: () => ({
    body: { uuid: randomUUID(), file_name: 'pages.zip', items: [{ key: `md.${randomUUID()}`, title: 'New' }] }
  }),
  findMoved: send({ section: 'items', keys: ['moved.1.mb3k9zzz.items.1'] }),
  markMoved: () => ({
    body: {
      ...{ uuid: randomUUID(), file_name: 'a.json', account: 'moved.1.mb3k9zzz' },
      section: 'activities',
      keys: []
    }
  }),
  undoImport: NOTHING,

  attachActivity: ({ things: { looseId } }) => ({ params: { activity: looseId } }),
  deleteActivityList: NOTHING,
  detachActivity: NOTHING,
  getActivityLists: () => ({ query: {} }),
  renameActivityList: send({ title: 'New' }),
  storeActivityList: send({ title: 'New' }),

  storeProgramme: send({ title: 'New', text: 'Run' }),
  updateProgramme: send({ title: 'New' }),
  deleteProgramme: NOTHING,
  followProgramme: EMPTY,
  startInGroup: EMPTY,
  followWithGroup: NOTHING,
  endInGroup: NOTHING,
  tickUnit: send({ week: 0, unit: 0, done: 1 }),
  goToWeek: send({ week: 0 }),
  stopFollowing: NOTHING,

  completeLog: NOTHING,
  async deleteLog({ people: { owner }, things: { log } }) {
    await owner.call(stopLog, { params: { log }, body: {} })
    return {}
  },
  getRunningTimers: NOTHING,
  resetLog: runningInSession,
  async restoreLog({ people: { owner }, things: { log } }) {
    await owner.call(stopLog, { params: { log }, body: {} })
    await owner.call(deleteLog, { params: { log } })
    return {}
  },
  async startLog({ people: { owner }, things: { log } }) {
    await owner.call(stopLog, { params: { log }, body: { status: 3 } })
    return { body: {} }
  },
  stopLog: EMPTY,
  stopSessionLog: runningInSession,
  storeActivityQuickLog: quickLog,
  storeQuickLog: quickLog,
  updateLog: send({ title: 'New' }),

  storeReport: ({ things }) => ({
    body: { kind: 'message', subject_id: Number(things.message), reason: 'spam', comment: 'Twice' }
  }),
  decideReport: send({ decision: 'keep' }),
  getTakedown: NOTHING,
  askAgain: send({ note: 'Please look again' }),
  deleteMessage: NOTHING,
  lockChat: send({ locked: 1 }),
  muteUser: NOTHING,
  blockUser: NOTHING,
  removeParticipant: NOTHING,
  async unmuteUser({ people: { admin }, things: { username } }) {
    await admin.call(muteUser, { params: { username } })
    return {}
  },

  deleteNote: NOTHING,
  storeNote: send({ content: 'New' }),
  updateNote: send({ content: 'New' }),

  async addPasskey(house, me) {
    if (isVisitor(house, me)) return { body: {} }
    const { options } = await me.call(passkeyOptions, { body: {} })
    return { body: { credential: createDevice().make(options as never) } }
  },
  createAccessToken: send({ name: 'A program', scopes: ['logs:write'], days: 30 }),
  endAccessToken: NOTHING,
  getAppQuestion: asked,
  allowApp: async (house, me) => ({ ...(await asked(house, me)), body: { allowed: 'read' } }),
  refuseApp: asked,
  endApp: NOTHING,
  getWebhooks: NOTHING,
  createWebhook: send({ url: 'https://example.org/hook', events: ['log.made'] }),
  deleteWebhook: NOTHING,
  rotateWebhook: EMPTY,
  switchWebhookOn: EMPTY,
  getDeliveries: NOTHING,
  sendAgain: EMPTY,
  getPressAddresses: NOTHING,
  createPressAddress: async (house, me) => ({ body: { goal_id: Number(await ownGoal(house, me)) } }),
  endPressAddress: NOTHING,
  press: NOTHING,
  passkeyOptions: EMPTY,
  renamePasskey: send({ name: 'My phone' }),
  removePasskey: NOTHING,
  async signInByPasskey({ world, things }) {
    const { options } = await createCaller(world, 'a phone').call(signInOptions, { body: {} })
    return { body: { credential: things.phone.sign(options as never) } }
  },
  signInOptions: EMPTY,

  startSignOn: send({ purpose: 'sign-in' }),
  getPendingSignOn: NOTHING,
  async finishSignOn(house, me) {
    await signInAtProvider(house, me, 'newcomer@example.org')
    return { body: { username: 'newcomer', terms: 1 } }
  },
  async connectSignOn(house, me) {
    const { email, password } = credentials(isVisitor(house, me) ? house.people.owner : me)
    await signInAtProvider(house, me, email)
    return { body: { password } }
  },
  disconnectSignOn: NOTHING,

  changePassword: (_, me) => ({ body: { current_password: credentials(me).password, ...newPassword } }),
  confirmPassword: (_, me) => ({ body: { password: credentials(me).password } }),
  resetPassword: ({ things }) => ({ body: { email: 'undone@example.net', token: things.resetToken, ...newPassword } }),
  sendResetLink: ({ people: { owner } }) => ({ body: { email: credentials(owner).email } }),

  deletePost: NOTHING,
  storePost: ({ things: { event } }) => ({ params: { challenge: event }, body: { item: { content: 'New' } } }),
  storeSessionPost: send({ item: { content: 'New' } }),

  deleteDraft: NOTHING,
  deleteNewDraft: NOTHING,
  deleteVersion: NOTHING,
  deleteItem: NOTHING,
  deleteParaphrase: NOTHING,
  getItem: NOTHING,
  getMyPersons: NOTHING,
  getNewDrafts: NOTHING,
  getRandomSnippet: NOTHING,
  getSources: () => ({ query: {} }),
  getVersion: NOTHING,
  getVersions: NOTHING,
  restoreVersion: EMPTY,
  saveDraft: send({ title: 'New', content: 'New', revision: 1 }),
  saveNewDraft: send({ title: 'New', content: 'New' }),
  searchParents: () => ({ query: {} }),
  followPerson: send({ is_on: 1 }),
  followBook: ({ things: { book } }) => ({ params: { item: book }, body: { is_on: 1 } }),
  storeFavorite: ({ things: { itemId } }) => ({ body: { item_id: itemId, favorited: 1 } }),
  storeItem: send({ title: 'New' }),
  storeParaphrase: ({ things: { itemId } }) => ({ body: { snippet_id: itemId, content: 'New' } }),
  storePerson: send({ username: 'another-pen-name' }),
  switchPerson: NOTHING,
  updateItem: send({ itemData: { title: 'New' } }),
  updatePerson: send({ title: 'New' }),

  addPushDevice: () => ({
    body: {
      endpoint: 'https://push.example.org/new',
      keys: { p256dh: `B${'B'.repeat(86)}`, auth: 'B'.repeat(22) }
    }
  }),
  countUnread: NOTHING,
  readReminders: EMPTY,
  removePushDevice: NOTHING,
  testPush: EMPTY,
  unsubscribe: ({ things: { stopToken } }) => ({ query: { token: stopToken } }),
  updateReminders: send({ quiet: { from: '22:00', until: '07:00' } }),

  addToMyGoals: ({ things: { room, task } }) => ({ body: { challengeEventId: room, goalUuid: task } }),
  attachMyGoal: async (house, me) => ({ params: { goal: await ownGoal(house, me) } }),
  saveTaskListProgress: ({ things: { room, checklist, tick } }) => ({
    body: { goal_id: checklist, challenge_event_id: room, items: [tick] }
  }),

  cancelSession: waiting,
  async makeSeries({ world, people: { owner }, things: { waiting } }) {
    const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
    await owner.call(patchSession, { params: { event: waiting }, body: { challenge: { started_at } } })
    return { params: { event: waiting }, body: { repeats: 'weekly' } }
  },
  followDate: ({ things: { dated } }) => ({ params: { event: dated }, body: {} }),
  changeRule: ({ things: { dated } }) => ({ params: { event: dated }, body: { repeats: 'daily' } }),
  continueSeries: NOTHING,
  endSeries: NOTHING,
  comeEveryTime: NOTHING,
  stopComing: NOTHING,
  watchSeries: send({ is_on: 1 }),
  completePart: EMPTY,
  completeSession: EMPTY,
  contributeContent: ({ things: { part } }) => ({ body: { content: 'New', part_uuid: part } }),
  endSession: EMPTY,
  async extendSession({ people: { owner }, things: { event } }) {
    const { ended_at } = (await owner.visit(sessionPage, { event })).challengeEvent
    return { body: { minutes: 5, ended_at } }
  },
  joinSession: EMPTY,
  joinAsGuest: send({ name: 'Someone' }),
  setGuests: send({ guests: 1, guests_chat: 0 }),
  leaveSession: EMPTY,
  answerSession: ({ things: { dated } }) => ({ params: { event: dated }, body: { is_coming: 0 } }),
  async joinWaitlist(house) {
    await fill(house)
    return { body: {} }
  },
  leaveWaitlist: NOTHING,
  listWaitlist: NOTHING,
  endWaitlist: send({ is_open: 0 }),
  async moveUp(house) {
    await fill(house)
    const { creator, moderator } = house.people
    const params = { event: house.things.event }
    for (const person of [creator, moderator]) await person.call(joinWaitlist, { params, body: {} })
    return { params: { username: moderator.username }, body: { reason: 'Brings the mats' } }
  },
  pausePart: EMPTY,
  pauseSession: EMPTY,
  pollSession: NOTHING,
  async repeatSession({ world, people: { owner }, things: { event } }) {
    await owner.call(endSession, { params: { event }, body: {} })
    return { body: { started_at: new Date(world.clock.now() + 86_400_000).toISOString() } }
  },
  resetSession: EMPTY,
  resumePart: pausedPart,
  resumeSession: paused,
  saveContent: send({ content: '<p>New</p>' }),
  sessionPrompt: NOTHING,
  shareHosting: EMPTY,
  skipPart: send({ set: 1 }),
  takeBackSkip: skippedPart,
  startPart: inLater,
  startSession: house => ({ ...waiting(house), body: {} }),
  startTaskLog: ({ things: { task } }) => ({ params: { uuid: task }, body: { duration: 600 } }),
  storeChallengeLog: inSession,
  storeSessionLog: inSession,
  storeSessionQuickLog: ({ things: { task } }) => ({ body: { task_uuid: task, amount: 1 } }),
  async takeBackHosting({ people: { owner, host }, things: { event } }) {
    const body = { instead_of_me: 1 } as const
    await owner.call(shareHosting, { params: { event, username: host.username }, body })
    return { body: {} }
  },
  userIsReady: house => ({ ...waiting(house), body: { is_ready: 1 } }),

  deleteSessionGroup: house => ({ params: { ...waiting(house).params, uuid: house.things.waitingGroup } }),
  deleteSessionPart: house => ({ params: { ...waiting(house).params, part: house.things.waitingPart } }),
  patchSession: send({ challenge: { title: 'New' } }),
  patchSessionGroup: ofGroup({ title: 'New' }),
  patchSessionPart: ({ things: { later } }) => ({ params: { part: later }, body: { part: { title: 'New' } } }),
  reorderSessionParts: ({ things: { waiting: event, waitingGroup, waitingPart, waitingLater } }) => ({
    params: { event },
    body: { events_group_uuid: waitingGroup, parts: { [waitingLater]: 0, [waitingPart]: 1 } }
  }),
  storeSessionGroup: () => ({ body: { uuid: randomUUID() } }),
  storeSessionPart: addPart,
  storeSession: () => ({ body: { challenge: { title: 'New', duration: 600, tasks: [], parts: [] } } }),
  updateSession: house => ({ ...waiting(house), body: { challenge: { title: 'New' } } }),

  addFreeTokens: send({ amount: 1 }),
  createInvitation: send({ most_uses: 1, days: 7 }),
  endInvitation: NOTHING,
  approveAccount: NOTHING,
  refuseAccount: NOTHING,
  suspendPerson: send({ days: 3, reason: 'Spam.' }),
  setPersonRole: send({ role_id: 5 }),
  grantTokens: send({ tokens: 5, reason: 'thanks' }),
  unsuspendPerson: EMPTY,
  signOutPerson: EMPTY,
  sendPersonReset: EMPTY,
  confirmPersonEmail: EMPTY,
  endContent: ({ things: { room } }) => ({ params: { id: String(room) }, body: { reason: 'spam' } }),
  deleteContent: ({ things: { hutId } }) => ({
    params: { id: String(hutId) },
    body: { reason: 'spam' }
  }),
  removeContent: send({ reason: 'spam' }),
  restoreContent: EMPTY,
  schedulePersonDeletion: EMPTY,
  keepPerson: EMPTY,
  refundPayment: send({ reason: 'goodwill' }),
  changePool: send({ tokens: 5, reason: 'refill' }),
  retryMails: EMPTY,
  retryPushes: EMPTY,
  sendTestMail: EMPTY,
  updateSettings: send({ revision: 0, settings: { hide_after: 4 } }),
  getPaymentIntent: () => ({ query: {} }),
  async purchaseTokens({ people: { owner }, shop }) {
    const { client_secret } = await owner.call(getPaymentIntent, { query: {} })
    return { body: { paymentIntent: (await shop.pay(client_secret)).id } }
  },
  redeemAvailable: NOTHING,
  readNewMessage: send({ message_key: 'is_new' }),
  copyPicture: ({ elsewhere }) => ({ body: { url: elsewhere } }),
  uploadLoosePicture: picture,
  uploadPicture: picture
} satisfies Record<string, Ask>

export type CallName = keyof typeof REQUESTS
