import type { ReadyProgramme } from '../programme.ts'

export const thesis: ReadyProgramme = {
  slug: 'a-thesis-in-twelve-weeks',
  title: 'A thesis in twelve weeks',
  about:
    'From a question to a thesis that is handed in, with writing on five days a week from the first day on. Each day has a short time that you keep. A day that fails is no reason to skip the next one.',
  source: {
    name: 'Joan Bolker, Writing Your Dissertation in Fifteen Minutes a Day (1998): write every day, revise later',
    url: ''
  },
  text: `Week 1: The question
> Ask one question that you can answer with what you have.
4 x Write: 15 min free writing, 30 min reading
One sentence - Write your question in one sentence, and send it to someone.

Week 2: What is known
4 x Write: 15 min free writing, 45 min reading
Ten sources - List ten sources, with one sentence each.

Week 3: The plan
4 x Write: 15 min free writing, 45 min outline
Outline - One line for each section. Show it to the person who supervises you.

Weeks 4-6: The messy draft
> It may be bad. It has to be there. Do not correct yet.
5 x Draft: 3 x (25 min write, 5 min break)

Week 7: The middle
5 x Draft: 3 x (25 min write, 5 min break)
Read it once - Read all of it without a pen. Then write down what is missing.

Weeks 8-9: The second draft
> One section a day: its claim first, then the evidence.
5 x Revise: 3 x (25 min revise, 5 min break)

Week 10: Others read
3 x Revise: 3 x (25 min revise, 5 min break)
Give it away - Send the draft to two people, and ask each of them one question.
Beginning and end - Write the introduction and the conclusion anew.

Week 11: Sources and figures
4 x Check: 2 x (25 min check sources, 5 min break), 25 min figures and tables

Week 12: Hand it in
3 x Polish: 2 x (25 min read aloud, 5 min break)
Format - Title page, contents, page numbers, list of sources.
Hand it in - Print or upload it a day before you have to.`
}
