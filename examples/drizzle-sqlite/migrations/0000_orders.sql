CREATE TABLE `orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`item` text NOT NULL,
	`quantity` integer NOT NULL,
	`address` text,
	`status` text DEFAULT 'placed' NOT NULL
);
