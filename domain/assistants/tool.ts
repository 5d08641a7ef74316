/** A tool of an assistant, made from a call or a page. */
import type { Endpoint, ResponseOf } from '../lib/endpoint.ts'
import type { Page } from '../lib/page.ts'

// biome-ignore lint/suspicious/noExplicitAny: any call, whatever its schemas
type AnyEndpoint = Endpoint<string, any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: any page, whatever its data
type AnyPage = Page<string, any>

/** What an assistant gives a tool, by the names of the call's parameters and fields. */
export type Arguments = Readonly<Record<string, unknown>>

/** The use of a tool. */
export interface ToolCall {
  tool: string
  arguments: Arguments
}

export interface Tool {
  name: string
  /** For people. */
  title: string
  /** For assistants. */
  description: string
  contract: AnyEndpoint | AnyPage
  /** It takes something away. */
  removes: boolean
  /** A second use with the same input changes nothing more. */
  isRepeatable: boolean
  /** Returns the uses that take this one back, in their order; none when nothing does. */
  undo: (response: never, given: Arguments) => ToolCall[]
}

type Terms = Pick<Tool, 'name' | 'title'> & { description?: string }

export function read(contract: AnyEndpoint | AnyPage, { description, ...terms }: Terms): Tool {
  return { ...terms, contract, ...textOf(contract, description), removes: false, isRepeatable: true, undo: () => [] }
}

export function write<E extends AnyEndpoint>(
  contract: E,
  terms: Terms & {
    removes?: true
    isRepeatable?: true
    undo?: (response: ResponseOf<E>, given: Arguments) => ToolCall[]
  }
): Tool {
  const { description, removes = false, isRepeatable = false, undo = () => [], ...rest } = terms
  return { ...rest, contract, ...textOf(contract, description), removes, isRepeatable, undo }
}

function textOf(contract: AnyEndpoint | AnyPage, description: string | undefined): { description: string } {
  return { description: description ?? ('summary' in contract ? contract.summary : contract.path) }
}

export const use = (tool: string, given: Arguments): ToolCall => ({ tool, arguments: given })
