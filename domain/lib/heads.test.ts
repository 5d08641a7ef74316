import { describe, expect, test } from 'vitest'
import { activityPage, activitySessionsPage } from '../activities/api.ts'
import { updateActivityPage } from '../activities/builder-page-api.ts'
import { accountPage, pricingPage } from '../billing/api.ts'
import { tokensPage } from '../billing/tokens-api.ts'
import { eventsPage, homePage } from '../browse/api.ts'
import { sessionChatPage } from '../chat/api.ts'
import { goalLogsPage, goalPage, myGoalsPage } from '../goals/api.ts'
import { groupPage, groupSessionsPage, groupsPage, updateGroupPage } from '../groups/api.ts'
import { aboutPage, privacyPage, termsPage } from '../legal/pages.ts'
import { myListPage } from '../lists/api.ts'
import { sessionHutPage } from '../posts/api.ts'
import { sessionGoalsPage, sessionMemberGoalsPage } from '../session-goals/api.ts'
import { sessionPage } from '../sessions/api.ts'
import { updateSessionPage } from '../sessions/builder-api.ts'
import type { Head } from './page.ts'
import { plainText } from './plain-text.ts'

/** Returns the head of a page; `data` needs only the keys that the head reads. */
const headOf = (page: { head: (data: never) => Head }, data: object = {}): Head => page.head(data as never)

const session = { challengeEvent: { title: 'Focus', content: '<p>Work <b>quietly</b>.</p>' } }
const activity = { challenge: { title: 'Pomodoro', content: '<h2>Plan</h2><p>25 minutes</p>' } }
const tokens = { checkout: { publishable_key: null } }
const group = { group: { title: 'Runners', content: '' } }

describe('the title of a page', () => {
  test.each<[string, Parameters<typeof headOf>[0], object, string]>([
    ['home', homePage, {}, 'Sessions'],
    ['events', eventsPage, {}, 'Sessions'],
    ['an activity', activityPage, activity, 'Pomodoro'],
    ['its sessions', activitySessionsPage, activity, 'Pomodoro · Sessions'],
    ['changing it', updateActivityPage, activity, 'Update Pomodoro'],
    ['a session', sessionPage, session, 'Focus'],
    ['its chat', sessionChatPage, session, 'Focus · Chat'],
    ['its goals', sessionGoalsPage, session, 'Focus · Goals'],
    ['the goals of its members', sessionMemberGoalsPage, session, 'Focus · Member Goals'],
    ['its discussion', sessionHutPage, session, 'Focus · Discussion'],
    ['changing it', updateSessionPage, session, 'Update Focus'],
    ['a goal', goalPage, { goal: { title: 'Read' } }, 'Goal: Read'],
    ['its logs', goalLogsPage, { goal: { title: 'Read' } }, 'Goal: Read · Logs'],
    ['my goals', myGoalsPage, {}, 'My Goals'],
    ['a list', myListPage, { list: { title: 'Mornings' } }, 'Mornings'],
    ['groups', groupsPage, {}, 'Groups'],
    ['a group', groupPage, group, 'Runners'],
    ['its sessions', groupSessionsPage, group, 'Runners · Sessions'],
    ['changing it', updateGroupPage, group, 'Update Runners'],
    ['tokens', tokensPage, tokens, 'Tokens'],
    ['pricing', pricingPage, { products: [] }, 'Pricing'],
    ['about', aboutPage, {}, 'About'],
    ['terms', termsPage, {}, 'Terms of Service'],
    ['privacy', privacyPage, {}, 'Privacy Policy'],
    ['the account', accountPage, {}, 'My Account']
  ])(
    '%s',
    {
      tags: [
        'ACT-003',
        'ACT-004',
        'ACT-001',
        'ACT-087',
        'SES-049',
        'CHAT-01',
        'SGL-02',
        'SGL-04',
        'FOR-01',
        'SES-030',
        'GOAL-51',
        'GOAL-02',
        'LIST-06',
        'GRP-05',
        'GRP-08',
        'D-109',
        'TOK-22',
        'BIL-19',
        'LGL-01',
        'LGL-02',
        'LGL-03',
        'ACC-40'
      ]
    },
    (_, page, data, title) => {
      expect(headOf(page, data).title).toBe(title)
    }
  )

  test('the description of a session or activity is its text without tags', { tags: 'D-20' }, () => {
    expect(headOf(sessionPage, session).description).toBe('Work quietly.')
    expect(headOf(activityPage, activity).description).toBe('Plan 25 minutes')
    expect(headOf(groupPage, group).description).toBe('')
  })

  test('a personal page has a title for visitors, who get no data', { tags: 'MYS-10' }, () => {
    for (const page of [myGoalsPage, accountPage, goalPage, goalLogsPage, myListPage]) {
      expect(page.personal).toMatch(/^\w/)
    }
    expect(headOf(tokensPage, tokens).title).not.toBe('')
  })
})

describe('plainText', () => {
  test.each([
    ['', ''],
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['<p>A <strong>bold</strong>, <em>slanted</em> word.</p>', 'A bold, slanted word.'],
    ['One<br>Two', 'One Two'],
    ['<a href="https://example.org">link</a>s', 'links'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['Fish &amp; chips &lt;3 &quot;now&quot; it&#39;s', 'Fish & chips <3 "now" it\'s'],
    ['&amp;lt;', '&lt;'],
    ['a&nbsp;&nbsp;b', 'a b'],
    ['  \n\t spaces  ', 'spaces'],
    ['<blockquote>said</blockquote><p>x</p>', 'said x']
  ])('%j becomes %j', { tags: 'D-20' }, (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('has at most 200 characters and ends with … when it is cut', { tags: 'D-20' }, () => {
    expect(plainText('x'.repeat(200))).toHaveLength(200)
    const cut = plainText('x'.repeat(201))
    expect(cut).toBe(`${'x'.repeat(199)}…`)
    expect(plainText(`${'x'.repeat(198)} yyyy`)).toBe(`${'x'.repeat(198)}…`)
  })
})
