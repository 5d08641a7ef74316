/** What of an export stays in the other hut, and why. */
import { own } from '../lib/own.ts'

/** The sections by reason, as people call them. */
const LEFT = [
  {
    why: 'Others take part in these, so they stay there',
    sections: {
      sessions: 'sessions you hosted',
      participants: 'sessions you joined',
      series: 'series of sessions',
      messages: 'chat messages',
      posts: 'forum posts',
      groups: 'groups you made',
      group_members: 'groups you’re in',
      goal_shares: 'shares of goals',
      log_cheers: 'cheers for logs',
      goal_cheers: 'cheers for goals',
      followers: 'activities you follow',
      follows: 'people and groups of items you follow',
      favorites: 'stars',
      paraphrases: 'texts in your own words',
      mutes: 'people you muted'
    }
  },
  {
    why: 'These belong to the account there',
    sections: {
      ledger: 'token bookings',
      subscriptions: 'subscriptions',
      payments: 'payments',
      passkeys: 'passkeys',
      access_tokens: 'access tokens',
      webhooks: 'webhooks',
      invitations: 'invitations'
    }
  },
  {
    why: 'Only you see what moves in, so show these again',
    sections: { shown_goals: 'goals on your profile' }
  },
  {
    why: 'These can’t come along yet, so set them up again',
    sections: {
      titles: 'titles of your pages',
      reminder_settings: 'settings of reminders',
      introductions: 'introductions of your pages',
      programmes: 'programmes you wrote',
      programme_follows: 'programmes you follow',
      item_versions: 'earlier versions of items',
      item_drafts: 'unsaved changes of items',
      new_item_drafts: 'unsaved items'
    }
  }
]

/** @returns a line for each reason, such as "These belong to the account there: token bookings (2)." */
export function leftBehind(sections: Record<string, unknown>): string[] {
  const [persons, goals] = [rowsOf(sections.persons), rowsOf(sections.goals)]
  const all = {
    ...sections,
    shown_goals: goals.filter(({ is_public }) => is_public === true),
    // A page is called like its person until they give it a title.
    titles: persons.filter(({ title, username }) => title && title !== username),
    introductions: persons.filter(({ introduction, cover }) => introduction || cover)
  }
  return LEFT.flatMap(({ why, sections: names }) => {
    const found = Object.entries(names).flatMap(([section, name]) => {
      const rows = own(all, section)
      return Array.isArray(rows) && rows.length > 0 ? [`${name} (${rows.length})`] : []
    })
    return found.length > 0 ? [`${why}: ${found.join(', ')}.`] : []
  })
}

function rowsOf(section: unknown): Record<string, unknown>[] {
  return Array.isArray(section) ? section : []
}
