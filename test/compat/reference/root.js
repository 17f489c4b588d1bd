import { defineLinks } from 'fastify-hyper';
import { orderLinks } from './orders.js';
import { Routes } from './routes.js';
export const rootSchema = {
    $id: 'Root',
    type: 'object',
    required: ['name', 'version'],
    properties: {
        name: { type: 'string' },
        version: { type: 'string' }
    }
};
/** The entry point: clients start here and follow links to all other resources. */
export const rootLinks = defineLinks(rootSchema, links => {
    links.self(Routes.GetRoot());
    links.link('orders', Routes.ListOrders());
    links.embedMany('orders', (_root, { server }) => server.store.newest(5), orderLinks);
    links.affordance('create', Routes.CreateOrder());
});
export async function root(app) {
    app.get('/', {
        schema: { summary: 'Start here', response: { 200: { $ref: 'Root#' } } },
        config: { hyper: { name: 'GetRoot', links: true } }
    }, () => ({ name: 'Orders API', version: '1.0.0' }));
}
//# sourceMappingURL=root.js.map