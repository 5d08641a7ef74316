import { describe, expect, test } from 'vitest'
import { accountPage } from '../accounts/api.ts'
import { activityPage, activitySessionsPage } from '../activities/api.ts'
import { updateActivityPage } from '../activities/builder-api.ts'
import { pricingPage } from '../billing/api.ts'
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
import { tokensPage } from '../tokens/api.ts'
import type { Head } from './page.ts'
import { plainText } from './plain-text.ts'

/** As much of a page's data as its head reads. */
const headOf = (page: { head: (data: never) => Head }, data: object = {}): Head => page.head(data as never)

const session = { challengeEvent: { title: 'Focus', content: '<p>Work <b>quietly</b>.</p>' } }
const activity = { challenge: { title: 'Pomodoro', content: '<h2>Plan</h2><p>25 minutes</p>' } }
const group = { group: { title: 'Runners', content: '' } }

describe('the title of a page', () => {
  test.each<[string, Parameters<typeof headOf>[0], object, string]>([
    ['ACT-003 home', homePage, {}, 'Sessions'],
    ['ACT-004 events', eventsPage, {}, 'Sessions'],
    ['ACT-001 an activity', activityPage, activity, 'Pomodoro'],
    ['ACT-001 its sessions', activitySessionsPage, activity, 'Pomodoro · Sessions'],
    ['ACT-087 changing it', updateActivityPage, activity, 'Update Pomodoro'],
    ['SES-049 a session', sessionPage, session, 'Focus'],
    ['CHAT-01 its chat', sessionChatPage, session, 'Focus · Chat'],
    ['SGL-02 its goals', sessionGoalsPage, session, 'Focus · Goals'],
    ['SGL-04 the goals of its members', sessionMemberGoalsPage, session, 'Focus · Member Goals'],
    ['FOR-01 its discussion', sessionHutPage, session, 'Focus · Discussion'],
    ['SES-030 changing it', updateSessionPage, session, 'Update Focus'],
    ['GOAL-51 a goal', goalPage, { goal: { title: 'Read' } }, 'Goal: Read'],
    ['GOAL-51 its logs', goalLogsPage, { goal: { title: 'Read' } }, 'Goal: Read · Logs'],
    ['GOAL-02 my goals', myGoalsPage, {}, 'My Goals'],
    ['LIST-06 a list', myListPage, { list: { title: 'Mornings' } }, 'Mornings'],
    ['GRP-05 groups', groupsPage, {}, 'Groups'],
    ['GRP-08 a group', groupPage, group, 'Runners'],
    ['GRP-08 its sessions', groupSessionsPage, group, 'Runners · Sessions'],
    ['D-109 changing it', updateGroupPage, group, 'Update Runners'],
    ['TOK-22 tokens', tokensPage, {}, 'Tokens'],
    ['BIL-19 pricing', pricingPage, {}, 'Pricing'],
    ['LGL-01 about', aboutPage, {}, 'About'],
    ['LGL-02 terms', termsPage, {}, 'Terms of Service'],
    ['LGL-03 privacy', privacyPage, {}, 'Privacy Policy'],
    ['ACC-40 the account', accountPage, {}, 'My Account']
  ])('%s', (_, page, data, title) => {
    expect(headOf(page, data).title).toBe(title)
  })

  test('D-20 a link to a session or activity shows its text without tags', () => {
    expect(headOf(sessionPage, session).description).toBe('Work quietly.')
    expect(headOf(activityPage, activity).description).toBe('Plan 25 minutes')
    expect(headOf(groupPage, group).description).toBe('')
  })

  test('MYS-10 a personal page has a title for a visitor, who gets no data', () => {
    for (const page of [myGoalsPage, accountPage, goalPage, goalLogsPage, myListPage]) {
      expect(page.personal).toMatch(/^\w/)
    }
    expect(headOf(tokensPage).title).not.toBe('')
  })
})

describe('rich text as a line', () => {
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
  ])('D-20 %j becomes %j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('D-20 it has 200 characters at most, and says where it was cut', () => {
    expect(plainText('x'.repeat(200))).toHaveLength(200)
    const cut = plainText('x'.repeat(201))
    expect(cut).toBe(`${'x'.repeat(199)}…`)
    expect(plainText(`${'x'.repeat(198)} yyyy`)).toBe(`${'x'.repeat(198)}…`)
  })
})
