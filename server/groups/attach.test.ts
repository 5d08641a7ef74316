import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activityPage } from '../../domain/activities/api.ts'
import { deleteActivity, patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { createActivityPage, updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import { groupPage, groupSessionsPage, joinGroup, leaveGroup, storeGroup } from '../../domain/groups/api.ts'
import {
  acceptProposal,
  attachChallenge,
  declineProposal,
  detachChallenge,
  getAttachable
} from '../../domain/groups/attachment-api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

/** Ada created the group, Grace is a member, and Hedy is not. */
let world: World
let ada: Caller
let grace: Caller
let hedy: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  hedy = await world.as('hedy')
})
afterAll(() => world.close())

let hut: string
let hutId: number
beforeEach(async () => {
  const { group } = await ada.call(storeGroup, { body: { title: 'Writers' } })
  hut = group.slug
  hutId = group.id
  await grace.call(joinGroup, { params: { hut }, body: null })
})

const make = async (who: Caller, title = 'Morning pages', hut_id: number | null = null) => {
  const form = { title, hut_id, parts: [partGroupOf([partOf()])] }
  return (await who.call(storeActivity, { body: { challenge: form } })).challenge
}
const attach = (who: Caller, challenge: string, to = hut) =>
  who.call(attachChallenge, { params: { hut: to, challenge } })
const detach = (who: Caller, challenge: string, from = hut) =>
  who.call(detachChallenge, { params: { hut: from, challenge } })
const inside = async (of = hut) =>
  (await world.visitor.visit(groupPage, { hut: of })).challenges.map(({ slug }) => slug)

test('the host of an activity moves it into a group and takes it out', {
  tags: ['GRP-28', 'GRP-32', 'GRP-35', 'GRP-36', 'GRP-48', 'D-134']
}, async () => {
  const { slug, id } = await make(grace)
  const moved = { hut_id: hutId, hut_slug: hut, is_proposed: 0, error: null, error_code: null }
  expect(await attach(grace, slug)).toEqual(moved)
  expect(await inside()).toEqual([slug])
  const { group } = await world.visitor.visit(groupPage, { hut })
  expect(group.challenges).toEqual([{ slug, title: 'Morning pages', path: `/activities/${slug}` }])
  // Attaching twice changes nothing more, by id or by slug.
  expect(await attach(grace, String(id), String(hutId))).toMatchObject({ hut_id: hutId })
  expect(await detach(grace, slug)).toEqual({ hut_id: null, hut_slug: null, error: null, error_code: null })
  expect(await detach(grace, slug)).toMatchObject({ hut_id: null })
  expect(await inside()).toEqual([])
})

test('an activity is in one group: attaching moves it, and another group cannot take it out', {
  tags: 'D-134'
}, async () => {
  const { slug } = await make(grace)
  const other = (await grace.call(storeGroup, { body: { title: 'Poets' } })).group.slug
  await attach(grace, slug)
  await attach(grace, slug, other)
  expect([await inside(), await inside(other)]).toEqual([[], [slug]])
  expect(await detach(grace, slug)).toMatchObject({ hut_slug: other })
  expect(await detach(ada, slug)).toMatchObject({ hut_slug: other })
  expect(await inside(other)).toEqual([slug])
})

test('two tabs that attach an activity to different groups at once leave it in one', async () => {
  const { slug } = await make(grace)
  const other = (await grace.call(storeGroup, { body: { title: 'Poets' } })).group.slug
  await Promise.all([attach(grace, slug), attach(grace, slug, other), attach(grace, slug)])
  expect([...(await inside()), ...(await inside(other))]).toEqual([slug])
})

test('the creator of one group cannot empty another', { tags: 'D-134' }, async () => {
  const { slug } = await make(grace)
  await attach(grace, slug)
  const thief = (await hedy.call(storeGroup, { body: { title: 'Collectors' } })).group.slug
  expect(await attach(hedy, slug, thief)).toMatchObject({ hut_slug: hut, is_proposed: 1 })
  expect([await inside(), await inside(thief)]).toEqual([[slug], []])
  expect((await hedy.refused(detachChallenge, { params: { hut, challenge: slug } })).status).toBe(403)
  // Activities of the site are moved by its admins.
  const { challenges } = await world.visitor.visit(groupPage, { hut: 'calm' })
  const seeded = challenges[0]?.slug ?? ''
  expect(await attach(hedy, seeded, thief)).toMatchObject({ hut_slug: 'calm', is_proposed: 1 })
  const admin = await world.admin()
  expect(await attach(admin, seeded, thief)).toMatchObject({ hut_slug: thief, is_proposed: 0 })
  expect(await attach(admin, seeded, 'calm')).toMatchObject({ hut_slug: 'calm', is_proposed: 0 })
})

test('other people cannot move an activity or take it out, and get the reason', { tags: 'D-134' }, async () => {
  const graces = (await make(grace)).slug
  const hedys = (await make(hedy)).slug
  const refused = (who: Caller, call: typeof attachChallenge | typeof detachChallenge, challenge: string) =>
    who.refused(call, { params: { hut, challenge } })
  for (const call of [attachChallenge, detachChallenge]) {
    expect(await refused(world.visitor, call, graces)).toMatchObject({ status: 401 })
    expect(await refused(grace, call, hedys)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Only the host/) }
    })
    expect(await refused(grace, call, 'nowhere')).toMatchObject({ status: 404 })
    expect(await grace.refused(call, { params: { hut: 'nowhere', challenge: graces } })).toMatchObject({ status: 404 })
  }
  expect(await refused(hedy, attachChallenge, hedys)).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/^Join the group first/) }
  })
  expect(await inside()).toEqual([])
  // A person who left can still take out their own activity.
  await attach(grace, graces)
  await grace.call(leaveGroup, { params: { hut } })
  expect(await detach(grace, graces)).toMatchObject({ hut_id: null })
})

const settle = (who: Caller, call: typeof acceptProposal | typeof declineProposal, challenge: string) =>
  who.call(call, { params: { hut, challenge } })
const asked = async (who: Caller, challenge: string) =>
  (await who.visit(activityPage, { challenge })).proposals.map(({ slug }) => slug)
const waiting = async (who: Caller) => (await who.visit(groupPage, { hut })).proposals

test('a group proposes an activity, its page shows that it waits, and the host accepts', {
  tags: 'D-134'
}, async () => {
  const { slug } = await make(hedy)
  const proposed = { hut_id: null, hut_slug: null, is_proposed: 1, error: null, error_code: null }
  // Proposing twice changes nothing more.
  for (const time of [1, 2]) expect([time, await attach(ada, slug)]).toEqual([time, proposed])
  expect(await inside()).toEqual([])
  expect(await waiting(ada)).toEqual([
    { slug, title: 'Morning pages', path: `/activities/${slug}`, host: hedy.username }
  ])
  expect((await hedy.visit(activityPage, { challenge: slug })).proposals).toEqual([
    { slug: hut, title: 'Writers', path: `/group/${hut}` }
  ])
  for (const who of [grace, world.visitor]) expect(await waiting(who)).toEqual([])
  for (const who of [ada, grace, world.visitor]) expect(await asked(who, slug)).toEqual([])
  // Hedy need not be a member, since the group asked for her activity.
  for (const time of [1, 2]) {
    expect([time, await settle(hedy, acceptProposal, slug)]).toMatchObject([time, { hut_id: hutId, hut_slug: hut }])
  }
  expect(await inside()).toEqual([slug])
  expect([await asked(hedy, slug), await waiting(ada)]).toEqual([[], []])
})

test('a host who declined is not asked again that day, but may still move the activity there', {
  tags: 'D-134'
}, async () => {
  const { slug } = await make(grace)
  await attach(ada, slug)
  for (const _ of [1, 2]) expect(await settle(grace, declineProposal, slug)).toMatchObject({ hut_id: null })
  expect([await asked(grace, slug), await waiting(ada)]).toEqual([[], []])
  // Taking back the missing proposal does not change that.
  await detach(ada, slug)
  expect(await ada.refused(attachChallenge, { params: { hut, challenge: slug } })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/has just declined/) }
  })
  expect(await attach(grace, slug)).toMatchObject({ hut_id: hutId })
  await detach(ada, slug)
  expect(await attach(ada, slug)).toMatchObject({ is_proposed: 1 })
})

test('a host who declined may still accept, without being in the group', { tags: 'D-134' }, async () => {
  const { slug } = await make(hedy)
  await attach(ada, slug)
  await settle(hedy, declineProposal, slug)
  expect(await settle(hedy, acceptProposal, slug)).toMatchObject({ hut_id: hutId })
  expect([await inside(), await asked(hedy, slug)]).toEqual([[slug], []])
})

test('a proposal ends when it is taken back, or when the host moves the activity in its form', {
  tags: 'D-134'
}, async () => {
  const { slug } = await make(grace)
  await attach(ada, slug)
  await detach(ada, slug)
  expect(await asked(grace, slug)).toEqual([])
  expect((await grace.refused(acceptProposal, { params: { hut, challenge: slug } })).status).toBe(409)
  await attach(ada, slug)
  await grace.call(patchActivity, { params: { challenge: slug }, body: { challenge: { hut_id: hutId } } })
  expect([await asked(grace, slug), await inside()]).toEqual([[], [slug]])
})

test('only the host and site admins accept or decline', { tags: 'D-134' }, async () => {
  const { slug } = await make(hedy)
  await attach(ada, slug)
  for (const call of [acceptProposal, declineProposal]) {
    const status = async (who: Caller, to = hut) =>
      (await who.refused(call, { params: { hut: to, challenge: slug } })).status
    expect([await status(world.visitor), await status(ada), await status(grace)]).toEqual([401, 403, 403])
    expect(await status(hedy, 'nowhere')).toBe(404)
  }
  expect(await asked(hedy, slug)).toEqual([hut])
  expect(await settle(await world.admin(), acceptProposal, slug)).toMatchObject({ hut_id: hutId })
})

test('accepting and taking back a proposal at once leaves one result', { tags: 'D-134' }, async () => {
  const { slug } = await make(hedy)
  await attach(ada, slug)
  const params = { hut, challenge: slug }
  const [accepted] = await Promise.allSettled([hedy.call(acceptProposal, { params }), detach(ada, slug)])
  expect([await asked(hedy, slug), await waiting(ada)]).toEqual([[], []])
  if (accepted.status === 'rejected') expect(await inside()).toEqual([])
})

test('the group page lists activities to take out, and offers activities to add or propose', {
  tags: 'D-134'
}, async () => {
  const mine = (await make(grace, 'Grace writes')).slug
  const adas = (await make(ada, 'Ada writes')).slug
  await attach(grace, mine)
  await attach(ada, adas)
  const detachable = async (who: Caller) => (await who.visit(groupPage, { hut })).detachable.toSorted()
  expect(await detachable(world.visitor)).toEqual([])
  expect(await detachable(hedy)).toEqual([])
  expect(await detachable(grace)).toEqual([mine])
  expect(await detachable(ada)).toEqual([adas, mine].toSorted())

  const outside = (await make(grace, 'Grace draws')).slug
  const offered = async (who: Caller, q?: string) => {
    const { serverData } = await who.call(getAttachable, { params: { hut }, query: q ? { q } : {} })
    return serverData.challenges.map(({ slug }) => slug)
  }
  expect(await offered(grace, 'Grace')).toEqual([outside])
  expect(await offered(grace, 'grcae')).toEqual([outside])
  expect(await offered(ada, 'Grace draws')).toEqual([outside])
  expect(await offered(hedy)).toEqual([])
  expect(await offered(ada)).toHaveLength(20)
  expect((await world.visitor.refused(getAttachable, { params: { hut } })).status).toBe(401)
})

test('a visitor reads the group and its activities', {
  tags: ['GRP-08', 'GRP-09', 'GRP-30', 'GRP-32', 'ACT-054', 'ACT-055', 'API-32', 'API-42']
}, async () => {
  const { slug } = await make(grace)
  await attach(grace, slug)
  const responses = await Promise.all(
    [`/api/group/${hut}`, `/api/group/${hut}/activities`, `/api/hut/${hut}/activities`, `/api/group/${hutId}`].map(
      async url => (await world.visitor.request({ url })).json().serverData
    )
  )
  for (const serverData of responses) {
    expect(serverData).toEqual(responses[0])
    expect(serverData).toMatchObject({
      group: { slug: hut, user_count: 2 },
      hut: { slug: hut },
      challenges: [{ slug, hut_slug: hut, hut_title: 'Writers' }],
      challengesCount: 1,
      isOwner: false,
      breadcrumbs: [{ path: '/' }, { path: '/groups' }, { title: 'Writers', path: `/group/${hut}` }]
    })
  }
  const found = async (q: string) => (await world.visitor.visit(groupPage, { hut }, { q })).challengesCount
  expect([await found('Morning'), await found('Evening'), await found('mornign')]).toEqual([1, 0, 1])
})

test("sessions of a group's activities are on its second page, and move with their activity", {
  tags: ['GRP-10', 'GRP-31']
}, async () => {
  const { slug } = await make(grace)
  await attach(grace, slug)
  const settings = { title: 'Write now', status: 0 as const, hut_id: hutId }
  const { event } = await grace.call(storeSession, { body: { activity: slug, challenge: settings } })
  const sessions = async () =>
    (await world.visitor.visit(groupSessionsPage, { hut })).challenges.map(({ slug }) => slug)
  expect(await sessions()).toEqual([event.slug])
  await detach(grace, slug)
  expect(await sessions()).toEqual([])
  await attach(grace, slug)
  expect(await sessions()).toEqual([event.slug])
})

test('the page of an activity shows its group and links to it', { tags: 'ACT-131..ACT-136' }, async () => {
  const { slug } = await make(grace, 'In a hut', hutId)
  const seen = await grace.visit(activityPage, { challenge: slug })
  expect(seen.challenge).toMatchObject({ hut_id: hutId, group_id: hutId, hut_slug: hut, hut_title: 'Writers' })
  expect(seen.hut).toMatchObject({
    slug: hut,
    title: 'Writers',
    url: `/group/${hut}`,
    content: '',
    user_count: 2,
    is_joined: 1
  })
  expect(seen.breadcrumbs.map(({ path }) => path)).toContain(`/group/${hut}`)
  expect((await world.visitor.visit(activityPage, { challenge: slug })).hut?.is_joined).toBe(0)
})

test('`?hut=` fills the form by slug or id, and the form offers one’s groups', {
  tags: ['ACT-056', 'API-41', 'BLD-03']
}, async () => {
  for (const wish of [hut, String(hutId)]) {
    const form = await grace.visit(createActivityPage, {}, { hut: wish })
    expect(form).toMatchObject({ hut: { slug: hut, is_joined: 1 }, challenge: { hut_id: hutId } })
    expect(form.huts.map(({ slug }) => slug)).toContain(hut)
  }
  const foreign = await hedy.visit(createActivityPage, {}, { hut })
  expect(foreign).toMatchObject({ hut: { slug: hut, is_joined: 0 }, challenge: { hut_id: hutId } })
  expect(foreign.huts.map(({ slug }) => slug)).not.toContain(hut)
  for (const wish of ['nowhere', '999999999']) {
    expect(await grace.visit(createActivityPage, {}, { hut: wish })).toMatchObject({ hut: null })
  }
})

test('only members make activities in a group, and an unknown group is refused under its field', {
  tags: 'D-134'
}, async () => {
  for (const [who, hut_id, message] of [
    [hedy, hutId, /^Join the group first/],
    [grace, 999_999_999, /^There’s no such group/]
  ] as const) {
    const challenge = { title: 'Sneaked in', hut_id }
    const { status, body } = await who.refused(storeActivity, { body: { challenge } })
    expect([status, body.errors]).toEqual([422, { 'challenge.hut_id': expect.stringMatching(message) }])
    const { slug } = await make(who)
    const patched = await who.refused(patchActivity, { params: { challenge: slug }, body: { challenge: { hut_id } } })
    expect(patched.body.errors).toEqual({ 'challenge.hut_id': expect.stringMatching(message) })
  }
  expect(await inside()).toEqual([])
})

test('an activity stays in its group after its maker left; deleting it takes it out', async () => {
  const { slug } = await make(grace, 'Stays', hutId)
  await grace.call(leaveGroup, { params: { hut } })
  const { challenge, hut: shown } = await grace.visit(updateActivityPage, { challenge: slug })
  expect([challenge.hut_id, shown?.slug]).toEqual([hutId, hut])
  await grace.call(patchActivity, {
    params: { challenge: slug },
    body: { challenge: { title: 'Kept', hut_id: hutId } }
  })
  expect(await inside()).toEqual([slug])
  await grace.call(deleteActivity, { params: { challenge: slug } })
  expect(await inside()).toEqual([])
})
