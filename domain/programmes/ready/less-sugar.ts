import type { ReadyProgramme } from '../programme.ts'

export const lessSugar: ReadyProgramme = {
  slug: 'less-sugar',
  title: 'Less sugar',
  about:
    'Six weeks with one small change each. Sugar in fruit, vegetables and milk does not count. The aim for adults is at most 30 grams of added sugar a day. Taste adapts within weeks.',
  source: {
    name: 'NHS, How to cut down on sugar in your diet',
    url: 'https://www.nhs.uk/live-well/eat-well/how-to-eat-a-balanced-diet/how-to-cut-down-on-sugar-in-your-diet/'
  },
  text: `Week 1: Look
> Change nothing yet. See where the sugar is.
3 x Read labels - Look at the sugar per 100 grams. More than 22.5 grams is high, 5 grams or less is low.
A day on paper - Write down everything sweet of one day.

Week 2: Drinks
> Sweet drinks are the largest part for many people.
5 x Sugar-free drinks - Water, milk, tea or coffee without sugar. At most one small glass of juice.

Week 3: Breakfast
5 x Breakfast without added sugar - Porridge or plain cereal with fruit, or an egg on toast.

Week 4: Between meals
5 x Another snack - Fruit, nuts, plain yoghurt or vegetables in place of sweets and biscuits.

Week 5: Dinner and sauces
4 x Cook it yourself - Ready meals and sauces have hidden sugar.
Compare - Find two sauces with half the sugar of yours.

Week 6: Keep it
6 x A day below 30 grams - Add up the added sugar of the day.
What stays - Choose two of the changes that you keep.`
}
