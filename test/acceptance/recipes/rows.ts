import type { FastifyInstance, FastifyRequest } from 'fastify'
import hyper, {
  type BatchPolicy, defineLinks, defineRoutes, resourceOf
} from 'fastify-hyper'
import type { Database } from 'node-sqlite3-wasm'

interface Project {
  readonly id: number
  readonly name: string
}

type ProjectRequest = FastifyRequest<{ Params: { id: number } }>

const Routes = defineRoutes({
  GetProject: 'GET /projects/:id',
  ArchiveProject: 'POST /projects/:id/archive'
})

const projectLinks = defineLinks<Project>(links => {
  links.self(Routes.GetProject(({ id }) => ({ id })))
  links.affordance('archive', Routes.ArchiveProject(({ id }) => ({ id })))
})

/**
 * Members see their projects, owners archive them. To everybody else they do
 * not exist.
 */
export async function projects (
  app: FastifyInstance, db: Database
): Promise<void> {
  // One query for all projects of a response.
  const inRole = (...allowed: readonly unknown[]): BatchPolicy<Project> => ({
    max: 500,
    many ({ user }, projects) {
      const ids = projects.map(({ id }) => id)
      const sql = `SELECT project, role FROM members
        WHERE user = ? AND project IN (${ids.map(() => '?').join()})`
      const roles = new Map(
        db.all(sql, [user.sub, ...ids])
          .map(({ project, role }) => [project, role])
      )
      return ids.map(id => allowed.includes(roles.get(id)))
    }
  })
  await app.register(hyper, {
    routes: Routes,
    policies: { member: inRole('guest', 'owner'), owner: inRole('owner') }
  })

  const params = { type: 'object', properties: { id: { type: 'integer' } } }
  const resource = ({ params }: ProjectRequest) => db.get(
    'SELECT id, name FROM projects WHERE id = ?', params.id
  )

  app.get('/projects', {
    config: { hyper: { links: projectLinks } }
  }, request => db.all(
    `SELECT id, name FROM projects JOIN members ON project = id
      WHERE user = ? ORDER BY id`, request.user.sub
  ))

  app.get('/projects/:id', {
    schema: { params },
    config: {
      hyper: { links: projectLinks, policy: 'member', resource, conceal: true }
    }
  }, request => resourceOf<Project>(request))

  app.post('/projects/:id/archive', {
    schema: { params },
    config: { hyper: { policy: ['member', 'owner'], resource, conceal: true } }
  }, (request, reply) => {
    db.run('DELETE FROM projects WHERE id = ?', resourceOf<Project>(request).id)
    return reply.code(204).send()
  })
}
