export const STATUSES = ['Pending', 'Shipped', 'Cancelled'];
export const SPEEDS = ['Standard', 'Express', 'Overnight'];
export function createStore() {
    const orders = new Map();
    const inputs = new Map();
    for (const order of [{ id: 7, status: 'Shipped' }, { id: 42, status: 'Pending' }, { id: 99, status: 'Cancelled' }]) {
        orders.set(order.id, { ...order });
    }
    let nextId = 100;
    return {
        get: id => orders.get(id),
        all: () => [...orders.values()],
        newest: count => [...orders.values()].reverse().slice(0, count),
        create(input) {
            const order = { id: nextId++, status: 'Pending' };
            orders.set(order.id, order);
            inputs.set(order.id, input);
            return order;
        },
        cancel(order) {
            order.status = 'Cancelled';
        }
    };
}
//# sourceMappingURL=store.js.map