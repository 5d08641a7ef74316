/** Assistants in tests: the client of the Model Context Protocol's own kit, over real HTTP. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { FastifyInstance } from 'fastify'
import { createAccessToken } from '../domain/accounts/access-tokens/api.ts'
import type { Scope } from '../domain/accounts/access-tokens/scopes.ts'
import type { Arguments, ToolCall } from '../domain/assistants/tool.ts'
import type { Caller } from './world.ts'

export interface Assistant {
  client: Client
  /** The names of its tools. */
  tools: () => Promise<string[]>
  /** Uses a tool, and returns what the site sent, and what undoes it. Fails the test when the tool fails. */
  use: (name: string, given?: Arguments) => Promise<{ data: never; undo: ToolCall[] }>
  /** Uses a tool that must fail, and returns why. */
  failed: (name: string, given?: Arguments) => Promise<{ message: string; errors?: Record<string, string> }>
}

/** The address of an app, which listens from now on. */
export async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** The secret of a new access token. */
export async function accessTokenOf(person: Caller, scopes: readonly Scope[], days = 30): Promise<string> {
  const body = { name: 'An assistant', scopes: [...scopes], days }
  return (await person.call(createAccessToken, { body })).secret
}

/** Connects an assistant that has an access token. */
export async function connectAssistant(
  app: FastifyInstance,
  secret: string | null,
  headers: Record<string, string> = {}
): Promise<Assistant> {
  const url = new URL('/mcp', await addressOf(app))
  const authorization: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` }
  return assistantOn(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...authorization, ...headers } } })
  )
}

/** Connects an assistant by a transport of its own. */
export async function assistantOn(transport: StreamableHTTPClientTransport): Promise<Assistant> {
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  await client.connect(transport as Transport)
  const textsOf = async (name: string, given: Arguments): Promise<{ texts: string[]; isError: boolean }> => {
    const { content, isError } = await client.callTool({ name, arguments: { ...given } })
    return { texts: (content as { text: string }[]).map(({ text }) => text), isError: isError === true }
  }
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, given = {}) {
      const { texts, isError } = await textsOf(name, given)
      if (isError) throw new Error(`${name} failed: ${texts.join('\n')}`)
      const [, quoted = '', undo = ''] = texts
      const [, json = ''] = quoted.split('\n')
      return { data: JSON.parse(json) as never, undo: undo.startsWith('{') ? JSON.parse(undo).undo : [] }
    },
    async failed(name, given = {}) {
      const { texts, isError } = await textsOf(name, given)
      if (!isError) throw new Error(`${name} did not fail: ${texts.join('\n')}`)
      return JSON.parse(texts[0] ?? '')
    }
  }
}
