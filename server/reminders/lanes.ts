/**
 * Works through due things in several lanes, which take them from one batch after the other. A slow one keeps only its
 * own lane.
 * @param claim returns the next batch, which may be empty; null when nothing more is due
 */
export async function inLanes<Item>(
  lanes: number,
  claim: () => Promise<Item[] | null>,
  work: (item: Item) => Promise<void>
): Promise<void> {
  const batch: Item[] = []
  let claiming: Promise<void> | null = null
  let isOver = false
  const refill = async (): Promise<void> => {
    const items = await claim()
    isOver = items === null
    batch.push(...(items ?? []))
    claiming = null
  }
  const next = async (): Promise<Item | undefined> => {
    while (batch.length === 0 && !isOver) {
      claiming ??= refill()
      await claiming
    }
    return batch.shift()
  }
  const lane = async (): Promise<void> => {
    for (let item = await next(); item !== undefined; item = await next()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
