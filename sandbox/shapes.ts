/**
 * The fields of the provider's objects that the sandbox never fills. The SDK's types still name each field that is
 * missing.
 */
type Words<Text extends string, Found extends string = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text

/** An object in which every named field has the same value. @param lines the names, separated by spaces */
export function each<Value, const Lines extends string[]>(
  value: Value,
  ...lines: Lines
): Record<Words<Lines[number]>, Value> {
  const names = lines.flatMap(line => line.split(' '))
  return Object.fromEntries(names.map(name => [name, value])) as Record<Words<Lines[number]>, Value>
}
