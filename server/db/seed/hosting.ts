/** The first public page: a short book on hosting, of the account that all first content belongs to. Slugs are addresses and stay. */

export interface SeedItem {
  slug: string
  title: string
  /** HTML as the editor writes it. */
  content: string
}

export const hosting: SeedItem & { items: readonly SeedItem[] } = {
  slug: 'how-to-host-a-session',
  title: 'How to host a session',
  content:
    '<p>Three short chapters for whoever opens a session for the first time: what to prepare, what to do while the clock runs, and how to end so that people come back.</p>',
  items: [
    {
      slug: 'before-the-start',
      title: 'Before the start',
      content:
        '<p>Choose one thing to do, and one length. <strong>25 minutes</strong> is long enough to get somewhere and short enough to try.</p><h2>Start from a plan</h2><p>Look for an activity that fits and press Start Session on its page. Its parts and goals come along, and you may change them in your session without changing the activity.</p><h2>Say what is needed</h2><ul><li>In the description: what to bring, and for whom it is.</li><li>In the title: the thing and its length, such as “Reading, 25 minutes”.</li><li>With a join code, if only people whom you know should come in.</li></ul><p>Set a start a little later than now. Five minutes are enough for two friends, and a day for a group.</p>'
    },
    {
      slug: 'while-the-clock-runs',
      title: 'While the clock runs',
      content:
        '<p>Everybody sees the same second. You need not call the time: the parts, the alerts and the end are heard on every page of the session.</p><h2>The first minute</h2><p>Greet people in the chat by name, and say what the first part is. Somebody who comes late reads it there.</p><h2>In between</h2><ul><li>Log your own progress early. Whoever sees the first log makes the second.</li><li>Pause when something is unclear. The end moves by as much.</li><li>Let the parts end by themselves, unless all of you are done.</li></ul>'
    },
    {
      slug: 'after-the-end',
      title: 'After the end',
      content:
        '<p>The page of the session stays, with what each of you has logged. That is the best invitation to the next one.</p><ol><li>Thank people, and ask one question in the discussion: what should be different next time?</li><li>Correct your logs, if you were too modest.</li><li>Open the next session while all of you are still there, at the same hour.</li></ol><p>If the plan has become better on the way, make an activity of it, so that others can use it too.</p>'
    }
  ]
}
