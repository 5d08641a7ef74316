/** Meetings that end on time. Rounds give everyone the same slice, in the order of joining; full rooms set the length. */
import { defineActivity, halfway, lastMinute, minutes, type SeedActivity, timed, turns } from './plan-builder.ts'

const handOver = { alerts: [{ at: 10, title: 'Hand over soon' }] }

export const meetings: SeedActivity[] = [
  defineActivity({
    slug: 'lean-coffee',
    title: 'Lean coffee',
    category: 'discussions',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Jim Benson and Jeremy Lightsmith, Lean Coffee, Seattle, 2009',
      note: 'No agenda until people bring one: collect, vote, talk in short boxes. Groups use five to eight minutes a topic; we use five.'
    },
    content:
      '<p>A meeting whose agenda is made by those who come.</p><ol><li>Everyone writes down topics.</li><li>Everyone votes.</li><li>The topic with most votes gets five minutes. At the bell, thumbs decide: go on, or next one.</li></ol>',
    parts: [
      timed('Collect', minutes(5), 'One topic a line, in the chat.'),
      timed('Introduce and vote', minutes(5), 'A sentence for each topic, then two votes each.'),
      ...[1, 2, 3, 4, 5, 6].map(topic =>
        timed(`Topic ${topic}`, minutes(5), 'At the bell: thumbs up to go on, down to move on.', {
          alerts: [lastMinute],
          can_complete: 1,
          goals: ['Topics discussed']
        })
      ),
      timed('Takeaways', minutes(5), 'One thing each of you takes home.')
    ],
    goals: [
      {
        title: 'Topics discussed',
        action: 'Discuss',
        unit: 'topics',
        amount: 6,
        buttons: [{ title: '+1 topic', amount: 1 }]
      },
      { title: 'Takeaways', action: 'Note', unit: 'takeaways', amount: 1, buttons: [{ title: '+1', amount: 1 }] }
    ]
  }),
  defineActivity({
    slug: 'round-robin-check-in',
    title: 'Check-in round',
    category: 'check-ins',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Christina Baldwin and Ann Linnea, The Circle Way, 2010',
      note: 'Speaking in turn while the others listen, opened and closed on purpose. The question and the times are ours.'
    },
    content:
      '<p>Everyone gets a minute and a half and nobody is interrupted. Passing is fine. Ten people take twenty minutes, fewer take less.</p>',
    participant_limit: 10,
    parts: [
      timed('Open', minutes(2), 'Phones away. A breath together.'),
      turns(
        'How are you here?',
        90,
        'Speak for yourself, for as long as you like up to the bell.',
        'How are you arriving today, and what do you need from us?',
        {
          ...handOver,
          goals: ['Speak once, listen to everyone']
        }
      ),
      timed('Close', minutes(3), 'What did you hear? Then go into the day.')
    ],
    goals: [{ title: 'Speak once, listen to everyone', list: ['I spoke or passed', 'I heard everyone'] }]
  }),
  defineActivity({
    slug: 'daily-stand-up',
    title: 'Daily stand-up',
    category: 'check-ins',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Ken Schwaber and Jeff Sutherland, The Scrum Guide, 2020',
      note: 'The Daily Scrum is at most fifteen minutes. The round of 90 seconds is one way to hold it.'
    },
    content:
      '<p>Fifteen minutes, standing up. Say what moves us towards the goal and what is in the way; solve it afterwards with those it concerns.</p>',
    participant_limit: 8,
    parts: [
      turns('Round', 90, 'Ninety seconds each.', 'Since yesterday, until tomorrow, in my way:', {
        ...handOver,
        goals: ['Leave with a plan for today']
      }),
      timed('Who talks to whom', minutes(3), 'Name the conversations that follow, then stop.')
    ],
    goals: [
      { title: 'Leave with a plan for today', list: ['I know my next step', 'I asked for the help I need'] },
      {
        title: 'Blockers raised',
        action: 'Raise',
        unit: 'blockers',
        amount: 1,
        buttons: [{ title: '+1 blocker', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'retrospective',
    title: 'Retrospective',
    category: 'retrospectives',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Esther Derby and Diana Larsen, Agile Retrospectives, 2006',
      note: 'Their five stages; the questions and minutes are ours.'
    },
    content:
      '<p>An hour to look back together: what happened, why, and one or two things to try. Nobody is to blame; everybody can change something.</p>',
    parts: [
      timed('Set the stage', minutes(5), 'One word each for the time behind us.'),
      timed('Gather data', minutes(15), 'What happened? Facts and feelings, on one timeline.', {
        alerts: [lastMinute]
      }),
      timed('Find insights', minutes(20), 'Pick two things and ask why, more than once.', {
        alerts: [halfway(minutes(20)), lastMinute]
      }),
      timed('Decide', minutes(15), 'One or two experiments, each with a name and a date.', {
        alerts: [lastMinute],
        goals: ['Two experiments']
      }),
      timed('Close', minutes(5), 'Thank someone.')
    ],
    goals: [
      {
        title: 'Two experiments',
        action: 'Agree',
        unit: 'experiments',
        amount: 2,
        buttons: [{ title: '+1 experiment', amount: 1 }]
      },
      {
        title: 'Thanks given',
        action: 'Thank',
        unit: 'people',
        amount: 1,
        buttons: [{ title: '+1 thank you', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'one-two-four-all',
    title: '1-2-4-All',
    category: 'discussions',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Henri Lipmanowicz and Keith McCandless, The Surprising Power of Liberating Structures, 2013',
      note: '1, 2, 4 and 5 minutes: alone, in pairs, in fours, all together.'
    },
    content:
      '<p>Everyone’s ideas in twelve minutes, however large the room. Ask one good question first: <em>what could we do about…?</em></p>',
    parts: [
      timed('Alone', minutes(1), 'Write in silence.', { goals: ['Ideas of my own'] }),
      timed('In pairs', minutes(2), 'Compare and build on both.', { alerts: [lastMinute] }),
      timed('In fours', minutes(4), 'Two pairs join. What is alike, what differs?', { alerts: [lastMinute] }),
      timed('All', minutes(5), 'Each four: the one idea that stood out.', { alerts: [lastMinute] })
    ],
    goals: [
      {
        title: 'Ideas of my own',
        action: 'Write',
        unit: 'ideas',
        amount: 3,
        buttons: [{ title: '+1 idea', amount: 1 }]
      }
    ]
  })
]
