/** Around the house, and the week ahead. */
import { defineActivity, halfway, lastMinute, minutes, type SeedActivity, timed } from './plan-builder.ts'

const own = { title: 'Challenge Hut', note: 'Our own plan.' }

export const home: SeedActivity[] = [
  defineActivity({
    slug: 'thirty-minute-tidy-up',
    title: 'Thirty-minute tidy-up',
    category: 'tidying',
    difficulty: 3,
    is_preset: true,
    source: own,
    content:
      '<p>Half an hour, whole home. You will not finish, and it will look as if you had. Put on music and begin at the front door.</p>',
    parts: [
      tidy('Rubbish', 5, 'One bag, every room. Only what is plainly rubbish.'),
      tidy('Dishes', 6, 'Gather, wash or load. Wipe the sink.'),
      tidy('Clothes', 5, 'Wash, hang or fold. The chair does not count as a wardrobe.'),
      tidy('Surfaces', 8, 'Clear one table and one worktop completely.'),
      tidy('Floor', 5, 'Sweep where people walk.'),
      timed('Look round', 60, 'Stand at the door. Nice, isn’t it?')
    ],
    goals: [
      {
        title: 'Things put away',
        action: 'Put away',
        unit: 'things',
        amount: 40,
        buttons: [
          { title: '+1', amount: 1 },
          { title: '+5', amount: 5 },
          { title: '+10', amount: 10 }
        ]
      },
      { title: 'Rooms', list: ['Hall', 'Kitchen', 'Living room', 'Bedroom', 'Bathroom'] }
    ]
  }),
  defineActivity({
    slug: 'weekly-review',
    title: 'Weekly review',
    category: 'planning',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'David Allen, Getting Things Done, revised edition 2015',
      note: 'The three phases get clear, get current, get creative. Steps are in our words, minutes ours.'
    },
    content:
      '<p>Once a week, empty your head and look at everything you have promised, yourself included. Friday afternoon gives the best weekend.</p>',
    parts: [
      timed('Get clear', minutes(20), 'Inbox, pockets, notes, head: all of it into one list.', {
        alerts: [lastMinute],
        goals: ['Get clear']
      }),
      timed('Get current', minutes(25), 'Last week and next two in the calendar. A next step for every project.', {
        alerts: [halfway(minutes(25)), lastMinute],
        goals: ['Get current']
      }),
      timed('Get creative', minutes(15), 'What would you love to do? Write it down, promise nothing.', {
        alerts: [lastMinute]
      })
    ],
    goals: [
      { title: 'Get clear', list: ['Loose papers and notes', 'Email inbox', 'Everything on my mind'] },
      {
        title: 'Get current',
        list: ['Last week’s calendar', 'The next two weeks', 'Next steps', 'Waiting for others', 'Projects']
      }
    ]
  }),
  defineActivity({
    slug: 'evening-kitchen-reset',
    title: 'Evening kitchen reset',
    category: 'tidying',
    difficulty: 3,
    is_preset: false,
    source: own,
    content: '<p>Ten minutes before you sit down for the evening. Tomorrow’s breakfast will thank you.</p>',
    parts: [
      timed('Dishes', minutes(5), 'Load, wash, stack.', { goals: ['Reset the kitchen'] }),
      timed('Wipe', minutes(3), 'Worktop, table, hob.', { goals: ['Reset the kitchen'] }),
      timed('For tomorrow', minutes(2), 'Fill the kettle, set out a cup. Light off.', { goals: ['Reset the kitchen'] })
    ],
    goals: [
      { title: 'Reset the kitchen', list: ['Sink empty', 'Worktop clear', 'Bin checked', 'Cup set out'] },
      {
        title: 'Seven evenings',
        action: 'Reset',
        unit: 'evenings',
        amount: 7,
        amount_per_log: 1,
        completions_required: 7,
        buttons: [{ title: '+1 evening', amount: 1 }]
      }
    ]
  })
]

function tidy(title: string, count: number, text: string) {
  return timed(title, minutes(count), text, { alerts: [lastMinute], goals: ['Things put away'] })
}
