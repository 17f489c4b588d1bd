import {
  ClassSerializerInterceptor, Controller, Get, Module, SerializeOptions, StreamableFile, type Type,
  UseInterceptors
} from '@nestjs/common'
import { RouteSchema } from '@nestjs/platform-fastify'
import { Exclude, Expose, Type as TypeOf } from 'class-transformer'
import t from 'tap'
import { cursorPage, defineLinks, LinkTarget, offsetPage, problem } from '../../../lib/index.ts'
import { HyperLinks, HyperModule, HyperSerializerInterceptor } from '../../../nest/index.ts'
import { member } from '../../support/documents.ts'
import { send } from './send.ts'
import { serveNest } from './serve.ts'

// class-transformer writes the response, and links are found by the class of the value.

class Owner {
  name = 'Ada'
  @Exclude() password = 'secret'
}

class Account {
  id = 1
  @Exclude({ toPlainOnly: true }) balance = 5
  @Expose({ groups: ['staff'] }) note = 'for staff'
  @TypeOf(() => Owner) owner = new Owner()
  @Expose() get label (): string {
    return `Account ${this.id}`
  }
}

const accountLinks = defineLinks(Account, links => {
  links.self(LinkTarget.route('AccountsController.one'))
  links.link('withdraw', LinkTarget.uri('/withdraw')).when(({ balance }) => balance > 0)
})

const ownerLinks = defineLinks(Owner, links => { links.link('help', LinkTarget.uri('/help')) })

const bothLinks = defineLinks<{ id: number }>(links => { links.embed('owner', () => new Owner()) })

const listLinks = defineLinks<{ accounts: Account[] }>(links => { links.items('accounts') })

const LINKS = { self: { href: '/accounts/one' }, withdraw: { href: '/withdraw' } }
const BODY = { id: 1, owner: { name: 'Ada' }, label: 'Account 1' }

const row = () => ({ id: 1, balance: 5, note: 'for staff', owner: { name: 'Ada', password: 'secret' } })

@HyperLinks()
@UseInterceptors(HyperSerializerInterceptor)
@Controller('accounts')
class AccountsController {
  @Get('one') one () { return new Account() }
  @Get('promise') async promise () { return new Account() }
  @Get('array') array () { return [new Account()] }
  @Get('page') page () { return offsetPage([new Account()], { page: 1, pageSize: 1, totalCount: 2 }) }
  @HyperLinks(listLinks) @Get('envelope') envelope () { return { accounts: [new Account()] } }
  @HyperLinks(bothLinks) @Get('embedded') embedded () { return { id: 1 } }
  @SerializeOptions({ groups: ['staff'] }) @Get('staff') staff () { return new Account() }
  @SerializeOptions({ type: Account }) @Get('row') row () { return row() }
  @SerializeOptions({ type: Account }) @Get('rows') rows () { return [row(), new Account()] }
  @SerializeOptions({ type: Account }) @Get('rows-page') rowsPage () {
    return offsetPage([row()], { page: 0, pageSize: 1, totalCount: 2, firstPage: 0 })
  }

  @SerializeOptions({ type: Account }) @Get('rows-cursor') rowsCursor () { return cursorPage([row()], { next: 'n' }) }
  @RouteSchema({
    response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } }
  }) @Get('schema') schema () {
    return new Account()
  }

  @Get('problem') problem () { return problem({ status: 409 }) }
  @Get('nothing') nothing () { return null }
  @Get('string') string () { return 'plain' }
  @Get('file') file () { return new StreamableFile(Buffer.from('bytes'), { type: 'text/plain' }) }
  @HyperLinks({ links: false }) @Get('without') without () { return new Account() }
}

@Module({
  imports: [HyperModule.forRoot({ links: [accountLinks, ownerLinks], hrefs: 'path' })],
  controllers: [AccountsController]
})
class AccountsModule {}

t.test('HyperSerializerInterceptor', async t => {
  const { origin, log } = await serveNest(t, AccountsModule)
  const get = async (name: string, accept = 'application/json') =>
    send(`${origin}/accounts/${name}`, 'GET', undefined, { accept })
  const LINKED = { ...BODY, _links: LINKS }

  for (const [name, body] of Object.entries({
    one: LINKED,
    promise: LINKED,
    array: [LINKED],
    envelope: { accounts: [LINKED] },
    staff: { id: 1, note: 'for staff', owner: { name: 'Ada' }, label: 'Account 1', _links: LINKS },
    embedded: { id: 1, _embedded: { owner: { name: 'Ada', _links: { help: { href: '/help' } } } } },
    row: LINKED,
    rows: [LINKED, LINKED],
    schema: { id: 1, _links: LINKS },
    without: BODY
  })) {
    t.test(name, async t => {
      const response = await get(name)
      t.same([response.status, response.type, response.body], [200, 'application/json; charset=utf-8', body])
    })
  }

  for (const [name, next] of Object.entries({
    page: '/accounts/page?page=2',
    'rows-page': '/accounts/rows-page?page=1',
    'rows-cursor': '/accounts/rows-cursor?cursor=n'
  })) {
    t.test(`items of ${name}`, async t => {
      const { body } = await get(name)
      t.same(member(body, 'items'), [LINKED])
      t.equal(member(body, '_links', 'next', 'href'), next)
    })
  }

  t.test('other formats', async t => {
    const { type, body } = await get('one', 'application/hal+json')
    t.match(type, /^application\/hal\+json/)
    t.same(body, LINKED)
  })

  t.test('what is no resource stays', async t => {
    t.match(await get('problem'), { status: 409, type: 'application/problem+json' })
    t.match(await get('nothing'), { status: 200, body: null })
    t.equal(await (await fetch(`${origin}/accounts/string`)).text(), 'plain')
    const file = await fetch(`${origin}/accounts/file`)
    t.same([await file.text(), file.headers.get('content-type')], ['bytes', 'text/plain'])
  })

  t.same(
    [...new Set(log.filter(({ level }) => level >= 40).map(({ code }) => code))], ['HYPER004'],
    'the embedded owner has no schema'
  )
})

@HyperLinks()
@Controller('one')
class OneController {
  @Get() one () { return new Account() }
}

@HyperLinks()
@UseInterceptors(ClassSerializerInterceptor)
@Controller('two')
class TwoController extends OneController {}

const moduleOf = (controller: Type): Type => {
  class PlainModule {}
  Module({ imports: [HyperModule.forRoot({ links: [accountLinks] })], controllers: [controller] })(PlainModule)
  return PlainModule
}

t.test('the interceptor of Nest itself is reported at start', async t => {
  const onClass = await serveNest(t, moduleOf(TwoController))
  t.same(onClass.log.filter(({ code }) => code === 'HYPER025')
    .map(({ msg }) => msg.split(':')[0]), ['TwoController.one'])
  const global = await serveNest(
    t, moduleOf(OneController), app => app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get('Reflector')))
  )
  t.match(
    global.log.find(({ code }) => code === 'HYPER025')?.msg,
    /OneController\.one.*Use HyperSerializerInterceptor in its place\./
  )
  const fine = await serveNest(
    t, moduleOf(OneController), app => app.useGlobalInterceptors(new HyperSerializerInterceptor(app.get('Reflector')))
  )
  t.same(fine.log.filter(({ code }) => code === 'HYPER025'), [])
})
