BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	external VARCHAR(128) NOT NULL, 
	person INTEGER NOT NULL, 
	username VARCHAR(64), 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT fk_accounts_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT uq_accounts_platform_external UNIQUE (platform, external)
);
INSERT INTO "accounts" VALUES(1,'console','piotr',1,'piotr','2026-12-06 09:00:00.000000');
INSERT INTO "accounts" VALUES(2,'console','anna',2,'anna','2026-12-06 09:00:00.000000');
INSERT INTO "accounts" VALUES(3,'console','olga',3,'olga','2026-12-06 09:00:00.000000');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE controllers (
	side INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	CONSTRAINT pk_controllers PRIMARY KEY (side, person), 
	CONSTRAINT fk_controllers_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT fk_controllers_side_sides FOREIGN KEY(side) REFERENCES sides (id)
);
INSERT INTO "controllers" VALUES(1,2);
INSERT INTO "controllers" VALUES(2,1);
CREATE TABLE dialogues (
	person INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	event INTEGER, 
	payload TEXT NOT NULL, 
	updated DATETIME NOT NULL, 
	CONSTRAINT pk_dialogues PRIMARY KEY (person, place), 
	CONSTRAINT fk_dialogues_event_events FOREIGN KEY(event) REFERENCES events (id), 
	CONSTRAINT fk_dialogues_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT fk_dialogues_place_places FOREIGN KEY(place) REFERENCES places (id)
);
INSERT INTO "dialogues" VALUES(3,1,'setup',1,'{"ask": "start", "skipped": []}','2026-12-06 09:00:00.000000');
CREATE TABLE entrant_controllers (
	entrant INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	CONSTRAINT pk_entrant_controllers PRIMARY KEY (entrant, person), 
	CONSTRAINT fk_entrant_controllers_entrant_entrants FOREIGN KEY(entrant) REFERENCES entrants (id), 
	CONSTRAINT fk_entrant_controllers_person_persons FOREIGN KEY(person) REFERENCES persons (id)
);
INSERT INTO "entrant_controllers" VALUES(1,2);
INSERT INTO "entrant_controllers" VALUES(2,1);
CREATE TABLE entrants (
	id INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	standing VARCHAR(16) NOT NULL, 
	category VARCHAR(64) NOT NULL, place INTEGER, 
	CONSTRAINT pk_entrants PRIMARY KEY (id), 
	CONSTRAINT ck_entrants_number CHECK (number >= 1), 
	CONSTRAINT fk_entrants_event_events FOREIGN KEY(event) REFERENCES events (id), 
	CONSTRAINT uq_entrants_event_number UNIQUE (event, number)
);
INSERT INTO "entrants" VALUES(1,1,1,'in','',NULL);
INSERT INTO "entrants" VALUES(2,1,2,'in','',NULL);
INSERT INTO "entrants" VALUES(3,1,3,'in','',NULL);
CREATE TABLE event_invitations (
	event INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	username VARCHAR(64) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_event_invitations PRIMARY KEY (event, platform, username, role), 
	CONSTRAINT fk_event_invitations_event_events FOREIGN KEY(event) REFERENCES events (id)
);
CREATE TABLE event_places (
	event INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	since DATETIME NOT NULL, 
	CONSTRAINT pk_event_places PRIMARY KEY (event, place), 
	CONSTRAINT fk_event_places_event_events FOREIGN KEY(event) REFERENCES events (id), 
	CONSTRAINT fk_event_places_place_places FOREIGN KEY(place) REFERENCES places (id)
);
INSERT INTO "event_places" VALUES(1,2,'2026-12-06 18:30:00.000000');
CREATE TABLE event_roles (
	event INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_event_roles PRIMARY KEY (event, person, role), 
	CONSTRAINT fk_event_roles_event_events FOREIGN KEY(event) REFERENCES events (id), 
	CONSTRAINT fk_event_roles_person_persons FOREIGN KEY(person) REFERENCES persons (id)
);
INSERT INTO "event_roles" VALUES(1,3,'organiser');
CREATE TABLE events (
	id INTEGER NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	slug VARCHAR(32) NOT NULL, 
	place INTEGER NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	title TEXT NOT NULL, 
	naming VARCHAR(16) NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	deadline DATETIME, 
	deadline_kind VARCHAR(16), 
	secret VARCHAR(64), 
	log_seq INTEGER NOT NULL, 
	log_hash VARCHAR(64) NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT ck_events_version CHECK (version >= 1), 
	CONSTRAINT ck_events_deadline CHECK ((deadline IS NULL) = (deadline_kind IS NULL)), 
	CONSTRAINT fk_events_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT fk_events_regulation_regulations FOREIGN KEY(regulation) REFERENCES regulations (hash), 
	CONSTRAINT uq_events_code UNIQUE (code), 
	CONSTRAINT uq_events_place_slug UNIQUE (place, slug)
);
INSERT INTO "events" VALUES(1,'R9U8','r9u8',1,'9a28355e02722e3e22f8a9214ce1583e7b5bdb77cc279971085102c628ad7318','Open','full','running',12,NULL,NULL,'7ce42c8218072e8c35bf992dc9e9c616',10,'4223bb7d70a577c983e105da6bba9e71f2f4b952b992e563997c951d2bb8761c','2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000');
CREATE TABLE game_places (
	game INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	instead_of INTEGER, 
	CONSTRAINT pk_game_places PRIMARY KEY (game, place), 
	CONSTRAINT fk_game_places_game_games FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT fk_game_places_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT fk_game_places_instead_of_places FOREIGN KEY(instead_of) REFERENCES places (id)
);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	place INTEGER NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	event INTEGER, 
	status VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	turn VARCHAR(8), 
	ply INTEGER NOT NULL, 
	fen TEXT, 
	deadline DATETIME, 
	deadline_kind VARCHAR(16), 
	result VARCHAR(8), 
	reason VARCHAR(32), 
	article VARCHAR(64), 
	log_seq INTEGER NOT NULL, 
	log_hash VARCHAR(64) NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT ck_games_deadline CHECK ((deadline IS NULL) = (deadline_kind IS NULL)), 
	CONSTRAINT ck_games_version CHECK (version >= 1), 
	CONSTRAINT fk_games_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT fk_games_regulation_regulations FOREIGN KEY(regulation) REFERENCES regulations (hash), 
	CONSTRAINT uq_games_code UNIQUE (code)
);
INSERT INTO "games" VALUES(1,'E3R3',1,'9be1c2a5a5f4a18a985509d9ed67beb31717041e2a66232d10461bc656d3bd2f',NULL,'running',4,'white',0,'W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6','2026-12-08 09:00:00.000000','flag',NULL,NULL,NULL,3,'dbee5c39d702f8aa8ae4ecbbfcc03f34c04f3ff4a335bae32708e7c05ef899b9','2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000');
CREATE TABLE inbox (
	id INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	update_id VARCHAR(64) NOT NULL, 
	payload TEXT, 
	received DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_inbox PRIMARY KEY (id), 
	CONSTRAINT uq_inbox_platform_bot_update_id UNIQUE (platform, bot, update_id)
);
CREATE TABLE invitations (
	side INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	username VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (side), 
	CONSTRAINT fk_invitations_side_sides FOREIGN KEY(side) REFERENCES sides (id)
);
CREATE TABLE jobs (
	id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	subject_kind VARCHAR(16), 
	subject_id INTEGER, 
	due DATETIME NOT NULL, 
	payload TEXT NOT NULL, 
	attempts INTEGER NOT NULL, 
	error TEXT, 
	state VARCHAR(16) NOT NULL, 
	"key" VARCHAR(128), 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT uq_jobs_key UNIQUE ("key")
);
INSERT INTO "jobs" VALUES(1,'event-pair','event',1,'2026-12-06 09:00:00.000000','{"rounds": true}',0,NULL,'done','event-pair:1:pair:9');
INSERT INTO "jobs" VALUES(2,'event-open','event',1,'2026-12-06 09:00:00.000000','{}',0,NULL,'done','event-open:1:10');
INSERT INTO "jobs" VALUES(3,'event-tell','event',1,'2026-12-06 09:00:00.000000','{"section": "main", "round": 1}',0,NULL,'done','event-tell:1:main:1:1:0');
CREATE TABLE link_codes (
	hash VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	event INTEGER, 
	person INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	expires DATETIME NOT NULL, 
	used DATETIME, 
	CONSTRAINT pk_link_codes PRIMARY KEY (hash), 
	CONSTRAINT fk_link_codes_event_events FOREIGN KEY(event) REFERENCES events (id), 
	CONSTRAINT fk_link_codes_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT fk_link_codes_place_places FOREIGN KEY(place) REFERENCES places (id)
);
CREATE TABLE log (
	subject_kind VARCHAR(16) NOT NULL, 
	subject_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	schema INTEGER NOT NULL, 
	actor INTEGER, 
	account INTEGER, 
	input VARCHAR(64), 
	platform_time DATETIME, 
	recorded_time DATETIME NOT NULL, 
	undoes INTEGER, 
	body TEXT NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (subject_kind, subject_id, seq), 
	CONSTRAINT ck_log_seq CHECK (seq >= 1), 
	CONSTRAINT fk_log_account_accounts FOREIGN KEY(account) REFERENCES accounts (id), 
	CONSTRAINT fk_log_actor_persons FOREIGN KEY(actor) REFERENCES persons (id)
);
INSERT INTO "log" VALUES('game',1,1,'challenged',1,2,2,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"clock":"2d","expires":"2026-12-07T09:00:00+00:00","wish":"white"}','','d881c9f7f1ff39e2004c983d45633a9929ab99b156693f8cbfbb500306584c69');
INSERT INTO "log" VALUES('game',1,2,'accepted',1,1,1,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"by":"wish","white":0}','d881c9f7f1ff39e2004c983d45633a9929ab99b156693f8cbfbb500306584c69','18fc4738c939c95935d0b2601071c5e24aafe32811167b0d3ef0df64042998b5');
INSERT INTO "log" VALUES('game',1,3,'start',1,1,1,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"clock":"2d"}','18fc4738c939c95935d0b2601071c5e24aafe32811167b0d3ef0df64042998b5','dbee5c39d702f8aa8ae4ecbbfcc03f34c04f3ff4a335bae32708e7c05ef899b9');
INSERT INTO "log" VALUES('event',1,1,'created',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"settings":{"year":2026}}','','1457c3a92e146eb51dd14df1aebe056d5e97cf3937686dd9f8a7fc61ebf87789');
INSERT INTO "log" VALUES('event',1,2,'configured',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"settings":{"system":"round-robin","year":2026}}','1457c3a92e146eb51dd14df1aebe056d5e97cf3937686dd9f8a7fc61ebf87789','08d175d99ca4e33281a66a25856dff6acb606878b8ad3e30df68d4780f80385d');
INSERT INTO "log" VALUES('event',1,3,'opened',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"commitment":"a73a984f473e96ad9c38038895cd6e1a744558d29e37636aacd7033888839922"}','08d175d99ca4e33281a66a25856dff6acb606878b8ad3e30df68d4780f80385d','9fefdb442a1365b2ffb77b8d328b9cbed342d5ae913d1d4c09e1bf30df2a639f');
INSERT INTO "log" VALUES('event',1,4,'joined',1,2,2,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"number":1}','9fefdb442a1365b2ffb77b8d328b9cbed342d5ae913d1d4c09e1bf30df2a639f','86ff81c052f95dc41b3622637a4f7b7b5916c30f5447f761fe3b065f8076f7cf');
INSERT INTO "log" VALUES('event',1,5,'joined',1,1,1,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"number":2}','86ff81c052f95dc41b3622637a4f7b7b5916c30f5447f761fe3b065f8076f7cf','17ce113b300b31ca2fbedde61d3962f50468e0717ad97677d28e48260c5c014b');
INSERT INTO "log" VALUES('event',1,6,'joined',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"by_organiser":true,"number":3}','17ce113b300b31ca2fbedde61d3962f50468e0717ad97677d28e48260c5c014b','6fc0a9f9e2371f8ffdd64ca87fd4314af35c7fa5835bc5e20df471387563026a');
INSERT INTO "log" VALUES('event',1,7,'closed',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{}','6fc0a9f9e2371f8ffdd64ca87fd4314af35c7fa5835bc5e20df471387563026a','95096398a9f86596f6cbbb1256d3f5e9004cdb1cc6adb174bcbe2a8fcd434c9f');
INSERT INTO "log" VALUES('event',1,8,'lots-entered',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"order":[1,2,3],"secret":"7ce42c8218072e8c35bf992dc9e9c616"}','95096398a9f86596f6cbbb1256d3f5e9004cdb1cc6adb174bcbe2a8fcd434c9f','93e685cf854aa3a9617ff1dd30b5e9ce29b2629a7c98f01358253fe3ec6e5f6d');
INSERT INTO "log" VALUES('event',1,9,'started',1,3,3,NULL,'2026-12-06 09:00:00.000000','2026-12-06 09:00:00.000000',NULL,'{"sections":[{"category":"","entrants":[1,2,3],"group":"","id":"main","rounds":3,"system":"round-robin"}],"stage":0}','93e685cf854aa3a9617ff1dd30b5e9ce29b2629a7c98f01358253fe3ec6e5f6d','681b53548d5e7246f91d99e307dcf8f2bb8ca8897ac144fd6802b9b2b5ac83c2');
INSERT INTO "log" VALUES('event',1,10,'paired',1,NULL,NULL,NULL,NULL,'2026-12-06 09:00:00.000000',NULL,'{"first_board":1,"pairings":[{"first":2,"kind":"game","match":{},"second":3,"white_by":"pairing"},{"first":1,"kind":"bye","match":{},"second":null}],"round":1,"section":"main"}','681b53548d5e7246f91d99e307dcf8f2bb8ca8897ac144fd6802b9b2b5ac83c2','4223bb7d70a577c983e105da6bba9e71f2f4b952b992e563997c951d2bb8761c');
CREATE TABLE meta (
	"key" VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE outages (
	id INTEGER NOT NULL, 
	began DATETIME NOT NULL, 
	ended DATETIME NOT NULL, 
	credited DATETIME, platform VARCHAR(16), 
	CONSTRAINT pk_outages PRIMARY KEY (id)
);
INSERT INTO "outages" VALUES(1,'2026-12-06 09:00:00.000000','2026-12-06 18:35:00.000000',NULL,NULL);
INSERT INTO "outages" VALUES(2,'2026-12-06 18:30:00.000000','2026-12-06 18:33:00.000000',NULL,'telegram');
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	place INTEGER NOT NULL, 
	to_account INTEGER, 
	toast BOOLEAN NOT NULL, 
	subject VARCHAR(64), 
	body TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_attempt DATETIME, 
	error TEXT, 
	state VARCHAR(16) NOT NULL, 
	"key" VARCHAR(128), 
	CONSTRAINT fk_outbox_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT fk_outbox_to_account_accounts FOREIGN KEY(to_account) REFERENCES accounts (id), 
	CONSTRAINT uq_outbox_key UNIQUE ("key")
);
INSERT INTO "outbox" VALUES(1,1,1,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(2,1,NULL,0,'challenge:E3R3','{"$":"Reply","lines":[{"$":"Said","key":"challenge.directed","args":{"$":"map","v":{"opponent":"Piotr","player":"Anna","code":"E3R3"}}},{"$":"Said","key":"challenge.regulation","args":{"$":"map","v":{"name":{"$":"map","v":{"pl":"Gminny Turniej Warcabowy, Grodziec 2017","uk":"Турнір із шашок гміни Ґродзець, 2017","gl":"Torneo Municipal de Damas, Grodziec 2017","en":"Grodziec Municipal Draughts Tournament, 2017"}},"clock":{"$":"Said","key":"clock.per-move","args":{"$":"map","v":{"per_move":{"$":"timedelta","v":172800.0}}}}}}},{"$":"Said","key":"challenge.wish-white","args":{"$":"map","v":{"player":"Anna"}}},{"$":"Said","key":"challenge.until","args":{"$":"map","v":{"at":{"$":"datetime","v":"2026-12-07T09:00:00+00:00"}}}}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.accept"},"data":"accept:E3R3:1:"},{"$":"Button","label":{"$":"Said","key":"button.decline"},"data":"decline:E3R3:1:"}]],"subject":"challenge:E3R3","zone":"Europe/London"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(3,1,NULL,0,'challenge:E3R3','{"$":"Reply","lines":[{"$":"Said","key":"challenge.directed","args":{"$":"map","v":{"opponent":"Piotr","player":"Anna","code":"E3R3"}}},{"$":"Said","key":"challenge.accepted","args":{"$":"map","v":{"opponent":"Piotr"}}}],"subject":"challenge:E3R3","zone":"Europe/London"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(4,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"start.wish","args":{"$":"map","v":{"white":"Anna","black":"Piotr","code":"E3R3"}}},{"$":"Said","key":"start.regulation","args":{"$":"map","v":{"name":{"$":"map","v":{"pl":"Gminny Turniej Warcabowy, Grodziec 2017","uk":"Турнір із шашок гміни Ґродзець, 2017","gl":"Torneo Municipal de Damas, Grodziec 2017","en":"Grodziec Municipal Draughts Tournament, 2017"}}}}}],"zone":"Europe/London"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(5,1,NULL,0,'board:E3R3','{"$":"Reply","lines":[{"$":"Said","key":"board.players","args":{"$":"map","v":{"code":"E3R3","white":"Anna","black":"Piotr"}}},{"$":"Said","key":"board.turn","args":{"$":"map","v":{"player":"Anna","color":{"$":"Said","key":"color.white"}}}},{"$":"Said","key":"board.move-until","args":{"$":"map","v":{"player":"Anna","at":{"$":"datetime","v":"2026-12-08T09:00:00+00:00"}}}}],"picture":{"$":"BoardImage","game":"brazilian {\"missed_capture\":\"huff\"}","fen":"W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6","labels":"algebraic"},"buttons":[[{"$":"Button","label":"a3","data":"piece:E3R3:3:a3"},{"$":"Button","label":"c3","data":"piece:E3R3:3:c3"},{"$":"Button","label":"e3","data":"piece:E3R3:3:e3"},{"$":"Button","label":"g3","data":"piece:E3R3:3:g3"}],[{"$":"Button","label":{"$":"Said","key":"button.offer-draw"},"data":"draw:E3R3:3:"},{"$":"Button","label":{"$":"Said","key":"button.resign"},"data":"resign:E3R3:3:"}]],"subject":"board:E3R3","zone":"Europe/London"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(6,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"tournament.created","args":{"$":"map","v":{"title":"Open","organiser":"Olga","regulation":{"$":"map","v":{"pl":"Kodeks PZWarc: warcaby 64-polowe","uk":"Кодекс PZWarc: шашки на 64 клітинках","gl":"Código da PZWarc: damas de 64 casas","en":"PZWarc code: draughts on 64 squares"}}}}},{"$":"Said","key":"tournament.id","args":{"$":"map","v":{"id":"r9u8"}}}],"zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(7,1,3,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(8,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"setup.changed","args":{"$":"map","v":{"title":"Open","what":{"$":"Said","key":"setup.system"},"value":{"$":"Said","key":"regulation.system.round-robin"}}}}],"zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(9,1,3,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(10,1,NULL,0,'signup:R9U8','{"$":"Reply","lines":[{"$":"Said","key":"signup.open","args":{"$":"map","v":{"title":"Open","id":"r9u8"}}},{"$":"Said","key":"signup.free"},{"$":"Said","key":"lots.commitment","args":{"$":"map","v":{"hash":"a73a984f473e96ad9c38038895cd6e1a744558d29e37636aacd7033888839922"}}},{"$":"Said","key":"signup.count","count":0},{"$":"Said","key":"signup.how","args":{"$":"map","v":{"id":"r9u8"}}}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.join"},"data":"join:R9U8:0:"},{"$":"Button","label":{"$":"Said","key":"button.info"},"data":"do::0:tournament info #R9U8"}]],"subject":"signup:R9U8","zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(11,1,2,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(12,1,NULL,0,'signup:R9U8','{"$":"Reply","lines":[{"$":"Said","key":"signup.open","args":{"$":"map","v":{"title":"Open","id":"r9u8"}}},{"$":"Said","key":"signup.free"},{"$":"Said","key":"lots.commitment","args":{"$":"map","v":{"hash":"a73a984f473e96ad9c38038895cd6e1a744558d29e37636aacd7033888839922"}}},{"$":"Said","key":"signup.count","count":1},{"$":"Said","key":"signup.names","args":{"$":"map","v":{"names":["Anna"]}}},{"$":"Said","key":"signup.how","args":{"$":"map","v":{"id":"r9u8"}}}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.join"},"data":"join:R9U8:0:"},{"$":"Button","label":{"$":"Said","key":"button.info"},"data":"do::0:tournament info #R9U8"}]],"subject":"signup:R9U8","zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(13,1,1,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(14,1,NULL,0,'signup:R9U8','{"$":"Reply","lines":[{"$":"Said","key":"signup.open","args":{"$":"map","v":{"title":"Open","id":"r9u8"}}},{"$":"Said","key":"signup.free"},{"$":"Said","key":"lots.commitment","args":{"$":"map","v":{"hash":"a73a984f473e96ad9c38038895cd6e1a744558d29e37636aacd7033888839922"}}},{"$":"Said","key":"signup.count","count":2},{"$":"Said","key":"signup.names","args":{"$":"map","v":{"names":["Anna","Piotr"]}}},{"$":"Said","key":"signup.how","args":{"$":"map","v":{"id":"r9u8"}}}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.join"},"data":"join:R9U8:0:"},{"$":"Button","label":{"$":"Said","key":"button.info"},"data":"do::0:tournament info #R9U8"}]],"subject":"signup:R9U8","zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(15,1,3,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(16,1,NULL,0,'signup:R9U8','{"$":"Reply","lines":[{"$":"Said","key":"signup.open","args":{"$":"map","v":{"title":"Open","id":"r9u8"}}},{"$":"Said","key":"signup.free"},{"$":"Said","key":"lots.commitment","args":{"$":"map","v":{"hash":"a73a984f473e96ad9c38038895cd6e1a744558d29e37636aacd7033888839922"}}},{"$":"Said","key":"signup.count","count":3},{"$":"Said","key":"signup.names","args":{"$":"map","v":{"names":["Anna","Piotr","Jan"]}}},{"$":"Said","key":"signup.how","args":{"$":"map","v":{"id":"r9u8"}}}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.join"},"data":"join:R9U8:0:"},{"$":"Button","label":{"$":"Said","key":"button.info"},"data":"do::0:tournament info #R9U8"}]],"subject":"signup:R9U8","zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(17,1,NULL,0,'signup:R9U8','{"$":"Reply","lines":[{"$":"Said","key":"signup.closed","args":{"$":"map","v":{"title":"Open","id":"r9u8"}}},{"$":"Said","key":"signup.free"},{"$":"Said","key":"lots.commitment","args":{"$":"map","v":{"hash":"a73a984f473e96ad9c38038895cd6e1a744558d29e37636aacd7033888839922"}}},{"$":"Said","key":"signup.count","count":3},{"$":"Said","key":"signup.names","args":{"$":"map","v":{"names":["Anna","Piotr","Jan"]}}}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.info"},"data":"do::0:tournament info #R9U8"}]],"subject":"signup:R9U8","zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(18,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"signup.closing","args":{"$":"map","v":{"title":"Open"}},"count":3},{"$":"Said","key":"lots.words-wanted"}],"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.lots"},"data":"do::0:tournament lots #R9U8"}],[{"$":"Button","label":{"$":"Said","key":"button.lots-manual"},"data":"do::0:tournament lots manual #R9U8"}]],"zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(19,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"lots.entered","args":{"$":"map","v":{"title":"Open"}}},{"$":"Said","key":"lots.line","args":{"$":"map","v":{"lot":1,"name":"Anna","number":1}}},{"$":"Said","key":"lots.line","args":{"$":"map","v":{"lot":2,"name":"Piotr","number":2}}},{"$":"Said","key":"lots.line","args":{"$":"map","v":{"lot":3,"name":"Jan","number":3}}}],"zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(20,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"start.begins","args":{"$":"map","v":{"title":"Open"}}},{"$":"Said","key":"section.started","args":{"$":"map","v":{"heading":"Open","system":{"$":"Said","key":"regulation.system.round-robin"}}},"count":3},{"$":"Said","key":"section.rounds","count":3}],"zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(21,1,NULL,0,NULL,'{"$":"Reply","lines":[{"$":"Said","key":"round.paired","args":{"$":"map","v":{"heading":"Open","round":1}}},{"$":"Said","key":"pairing.line","args":{"$":"map","v":{"board":1,"white":"Piotr","black":"Jan","result":""}}},{"$":"Said","key":"pairing.idle.rest","args":{"$":"map","v":{"names":["Anna"]}}},{"$":"Said","key":"round.colours","args":{"$":"map","v":{"why":{"$":"Said","key":"colours.pairing"}}}},{"$":"Said","key":"round.report","args":{"$":"map","v":{"id":"r9u8"}}}],"picture":{"$":"TableImage","title":"Open","columns":[{"$":"TableColumn","header":{"$":"Said","key":"column.board"},"kind":"number"},{"$":"TableColumn","header":{"$":"Said","key":"column.white"},"kind":"white"},{"$":"TableColumn","header":{"$":"Said","key":"column.black"},"kind":"black"},{"$":"TableColumn","header":{"$":"Said","key":"column.result"},"kind":"result"}],"rows":[{"$":"TableRow","cells":["1","Piotr","Jan",""]},{"$":"TableRow","cells":["","Anna",{"$":"Said","key":"pairing.short.rest"},""]}],"subtitle":{"$":"Said","key":"round.name","args":{"$":"map","v":{"round":1}}}},"buttons":[[{"$":"Button","label":{"$":"Said","key":"button.pairings"},"data":"do::0:pairings #R9U8"}]],"zone":"Europe/Warsaw"}','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
INSERT INTO "outbox" VALUES(22,1,2,0,NULL,'','2026-12-06 09:00:00.000000',0,NULL,NULL,'sent',NULL);
CREATE TABLE owner (
	id INTEGER NOT NULL, 
	process INTEGER NOT NULL, 
	host VARCHAR(255) NOT NULL, 
	started DATETIME NOT NULL, 
	heartbeat DATETIME NOT NULL, 
	CONSTRAINT pk_owner PRIMARY KEY (id), 
	CONSTRAINT ck_owner_single CHECK (id = 1)
);
INSERT INTO "owner" VALUES(1,4711,'club','2026-12-06 18:35:00.000000','2026-12-06 18:35:00.000000');
CREATE TABLE personal (
	subject_kind VARCHAR(16) NOT NULL, 
	subject_id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_personal PRIMARY KEY (subject_kind, subject_id, "key")
);
INSERT INTO "personal" VALUES('person',1,'name','Piotr');
INSERT INTO "personal" VALUES('person',2,'name','Anna');
INSERT INTO "personal" VALUES('side',1,'name','Anna');
INSERT INTO "personal" VALUES('side',2,'name','Piotr');
INSERT INTO "personal" VALUES('person',3,'name','Olga');
INSERT INTO "personal" VALUES('entrant',1,'name','Anna');
INSERT INTO "personal" VALUES('entrant',2,'name','Piotr');
INSERT INTO "personal" VALUES('entrant',3,'name','Jan');
CREATE TABLE persons (
	id INTEGER NOT NULL, 
	language VARCHAR(8), 
	settings JSON NOT NULL, 
	created DATETIME NOT NULL, 
	erased DATETIME, log_seq INTEGER DEFAULT '0' NOT NULL, log_hash VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_persons PRIMARY KEY (id)
);
INSERT INTO "persons" VALUES(1,NULL,'{"locale": "en"}','2026-12-06 09:00:00.000000',NULL,0,'');
INSERT INTO "persons" VALUES(2,NULL,'{"locale": "en"}','2026-12-06 09:00:00.000000',NULL,0,'');
INSERT INTO "persons" VALUES(3,NULL,'{"locale": "en"}','2026-12-06 09:00:00.000000',NULL,0,'');
CREATE TABLE place_regulations (
	place INTEGER NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	added DATETIME NOT NULL, 
	CONSTRAINT pk_place_regulations PRIMARY KEY (place, regulation), 
	CONSTRAINT fk_place_regulations_hash_regulations FOREIGN KEY(hash) REFERENCES regulations (hash), 
	CONSTRAINT fk_place_regulations_place_places FOREIGN KEY(place) REFERENCES places (id)
);
CREATE TABLE places (
	id INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	chat VARCHAR(128) NOT NULL, 
	topic VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	title TEXT, 
	language VARCHAR(8), 
	settings JSON NOT NULL, 
	created DATETIME NOT NULL, unreachable DATETIME, 
	CONSTRAINT pk_places PRIMARY KEY (id), 
	CONSTRAINT uq_places_platform_bot_chat_topic UNIQUE (platform, bot, chat, topic)
);
INSERT INTO "places" VALUES(1,'console','damka','lib','','group',NULL,'en','{}','2026-12-06 09:00:00.000000',NULL);
INSERT INTO "places" VALUES(2,'telegram','damka','-1001','','group',NULL,NULL,'{}','2026-12-06 18:30:00.000000',NULL);
INSERT INTO "places" VALUES(3,'telegram','damka','-1002','','group',NULL,NULL,'{}','2026-12-06 18:30:00.000000','2026-12-06 18:30:00.000000');
CREATE TABLE posted (
	id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	subject VARCHAR(64), 
	message VARCHAR(64) NOT NULL, 
	file_id TEXT, 
	outbox INTEGER NOT NULL, 
	current BOOLEAN NOT NULL, 
	CONSTRAINT pk_posted PRIMARY KEY (id), 
	CONSTRAINT fk_posted_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT uq_posted_place_message UNIQUE (place, message)
);
INSERT INTO "posted" VALUES(1,1,NULL,'1',NULL,1,0);
INSERT INTO "posted" VALUES(2,1,'challenge:E3R3','2',NULL,2,0);
INSERT INTO "posted" VALUES(3,1,'challenge:E3R3','3',NULL,3,1);
INSERT INTO "posted" VALUES(4,1,NULL,'4',NULL,4,0);
INSERT INTO "posted" VALUES(5,1,'board:E3R3','5',NULL,5,1);
INSERT INTO "posted" VALUES(6,1,NULL,'6',NULL,6,0);
INSERT INTO "posted" VALUES(7,1,NULL,'7',NULL,7,0);
INSERT INTO "posted" VALUES(8,1,NULL,'8',NULL,8,0);
INSERT INTO "posted" VALUES(9,1,NULL,'9',NULL,9,0);
INSERT INTO "posted" VALUES(10,1,'signup:R9U8','10',NULL,10,0);
INSERT INTO "posted" VALUES(11,1,NULL,'11',NULL,11,0);
INSERT INTO "posted" VALUES(12,1,'signup:R9U8','12',NULL,12,0);
INSERT INTO "posted" VALUES(13,1,NULL,'13',NULL,13,0);
INSERT INTO "posted" VALUES(14,1,'signup:R9U8','14',NULL,14,0);
INSERT INTO "posted" VALUES(15,1,NULL,'15',NULL,15,0);
INSERT INTO "posted" VALUES(16,1,'signup:R9U8','16',NULL,16,0);
INSERT INTO "posted" VALUES(17,1,'signup:R9U8','17',NULL,17,1);
INSERT INTO "posted" VALUES(18,1,NULL,'18',NULL,18,0);
INSERT INTO "posted" VALUES(19,1,NULL,'19',NULL,19,0);
INSERT INTO "posted" VALUES(20,1,NULL,'20',NULL,20,0);
INSERT INTO "posted" VALUES(21,1,NULL,'21',NULL,21,0);
INSERT INTO "posted" VALUES(22,1,NULL,'22',NULL,22,0);
CREATE TABLE private_places (
	account INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	CONSTRAINT pk_private_places PRIMARY KEY (account), 
	CONSTRAINT fk_private_places_account_accounts FOREIGN KEY(account) REFERENCES accounts (id), 
	CONSTRAINT fk_private_places_place_places FOREIGN KEY(place) REFERENCES places (id)
);
CREATE TABLE regulations (
	hash VARCHAR(64) NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_regulations PRIMARY KEY (hash)
);
INSERT INTO "regulations" VALUES('9be1c2a5a5f4a18a985509d9ed67beb31717041e2a66232d10461bc656d3bd2f','grodziec-2017','schema = 2
id = "grodziec-2017"
version = "2"
language = "pl"

[name]
pl = "Gminny Turniej Warcabowy, Grodziec 2017"
uk = "Турнір із шашок гміни Ґродзець, 2017"
gl = "Torneo Municipal de Damas, Grodziec 2017"
en = "Grodziec Municipal Draughts Tournament, 2017"

[source]
title = "Regulamin I Gminnego Turnieju Warcabowego o Puchar Wójta Gminy Grodziec"
author = "Biblioteka Publiczna Gminy Grodziec"
date = "luty 2017"

[draughts]
preset = "brazilian"
size = { value = 8, article = "7.2" }
rows_of_men = { value = 3, article = "7.2" }
playing_color = { value = "dark", article = "7.2" }
first_move = { value = "white", article = "7.3" }
men_capture_backward = { value = true, article = "7.4" }
flying_kings = { value = true, article = "7.6" }
capture_priority = { value = ["most-pieces"], article = "7.4, 7.6, 7.7" }
missed_capture = { value = "huff", article = "7.4" }
turns = "7.3"
captures = "7.4"
no_precedence = "7.7"
crowning = "7.5"

[huffing]
article = "7.4"
hints = false

[ends]
no_pieces = "7.8"
blocked = "7.8"
take_back = "7.3"
touch = "7.10"

[first_white]
by = "lot"

[agreement]
allowed = true
article = "7.9"

[clock]
setting = "none"

[[draws]]
rule = "material"
article = "7.9"
patterns = ["K v K"]
moves = 16

[[draws]]
rule = "material"
article = "7.9"
patterns = ["2K v K", "3K v K"]
moves = 16

[[draws]]
rule = "no-progress"
article = "7.9"
moves = 25

[event]
systems = ["knockout", "round-robin"]
article = "6.1"
order = "lots"
order_article = "6.2"
seeding = true
seeding_article = "6.2"

[event.scoring]
win = 2
draw = 1
loss = 0
article = "6.4"

[event.tie_breaks]
order = ["direct-game", "sonneborn-berger", "wins", "extra-game"]

[event.knockout]
games = 2
article = "6.3"
extra_article = "6.3"
white = "order"
three_way_final = true
three_way_article = "6.3"
third_place = "match"

[event.knockout.final]
to_wins = 2
article = "6.3"

[event.round_robin]
games = 1
article = "6.4"
annul_below_half = true

[event.exclusion]
article = "6.5"
open_games = "lost"

[[event.exclusion.grounds]]
article = "6.5"
text.pl = "niesamodzielne rozgrywanie partii"
text.uk = "гра з чужою допомогою"
text.gl = "xogar con axuda allea"
text.en = "playing with outside help"

[[event.exclusion.grounds]]
article = "6.5"
text.pl = "przeszkadzanie innym"
text.uk = "перешкоджання іншим"
text.gl = "molestar os demais"
text.en = "disturbing others"

[[event.exclusion.grounds]]
article = "6.5"
text.pl = "inne zachowanie budzące zastrzeżenia organizatora"
text.uk = "інша поведінка, яка викликає зауваження організатора"
text.gl = "outro comportamento ao que o organizador teña que obxectar"
text.en = "other conduct to which the organiser objects"

[event.sign_up]
approval = true
approval_article = "5, 6.6"
capacity_article = "6.6"
fee_article = "9.2"
retention_days = 90

[event.sign_up.open_to]
article = "5, 6.6"
text.pl = "Turniej jest dla mieszkańców gminy Grodziec"
text.uk = "Турнір для мешканців гміни Ґродзець"
text.gl = "O torneo é para a veciñanza do municipio de Grodziec"
text.en = "The tournament is for residents of the municipality of Grodziec"

[[event.sign_up.questions]]
id = "guardian"
ask = "guardian"
article = "9.1"

[event.sign_up.consent]
version = "2017"
article = "9.1"
guardian_for_minors = true
text.pl = "Udział w turnieju oznacza zgodę uczestnika, a w przypadku niepełnoletnich zgodę rodzica lub opiekuna prawnego, na zbieranie, przetwarzanie i wykorzystywanie danych osobowych oraz wizerunku w zakresie związanym z przeprowadzeniem turnieju i promocją wydarzenia"
text.uk = "Участь у турнірі означає згоду учасника, а для неповнолітніх згоду одного з батьків або опікуна, на збирання, обробку й використання персональних даних і зображення для проведення турніру та популяризації події"
text.gl = "Participar implica o consentimento do participante, ou do pai, nai ou titor se é menor, para recoller, tratar e usar os datos persoais e a imaxe no que atinxe á celebración do torneo e á promoción do evento"
text.en = "Taking part implies the entrant''s consent, for a minor that of a parent or guardian, to collecting, processing and using personal data and image as far as running the tournament and promoting the event require"

[event.schedule]
zone = "Europe/Warsaw"
start_date = 2017-02-06
start_time = 15:00:00
start_article = "4"
place_article = "3"
pace = "interval"
interval = "2d"
pace_article = "4"
deadline = "2d"
missed = "arbiter"

[event.schedule.place]
pl = "Biblioteka Publiczna Gminy Grodziec"
uk = "Публічна бібліотека гміни Ґродзець"
gl = "Biblioteca Pública do municipio de Grodziec"
en = "Public library of the municipality of Grodziec"

[[event.awards]]
first_place = 1
what = { pl = "puchar i dyplom", uk = "кубок і диплом", gl = "copa e diploma", en = "cup and diploma" }
diploma = true
article = "8.1"

[[event.awards]]
first_place = 2
what = { pl = "medal i dyplom", uk = "медаль і диплом", gl = "medalla e diploma", en = "medal and diploma" }
diploma = true
article = "8.1"

[[event.awards]]
first_place = 3
what = { pl = "medal i dyplom", uk = "медаль і диплом", gl = "medalla e diploma", en = "medal and diploma" }
diploma = true
article = "8.1"

[[event.awards]]
what = { pl = "dyplom uczestnictwa", uk = "диплом учасника", gl = "diploma de participación", en = "diploma of participation" }
diploma = true
article = "8.1"

[[event.notices]]
article = "9.2"
text.pl = "Udział jest dobrowolny; uczestnicy biorą udział na własną odpowiedzialność i ponoszą związane z tym ryzyko"
text.uk = "Участь добровільна; учасники беруть участь під власну відповідальність і на власний ризик"
text.gl = "A participación é voluntaria; cada participante vén baixo a súa responsabilidade e asume os riscos"
text.en = "Taking part is voluntary; entrants take part on their own responsibility and at their own risk"

[[event.notices]]
article = "9.2"
text.pl = "Organizator nie ubezpiecza uczestników od następstw nieszczęśliwych wypadków"
text.uk = "Організатор не страхує учасників від нещасних випадків"
text.gl = "O organizador non asegura os participantes contra accidentes"
text.en = "The organiser does not insure entrants against accidents"

[[event.notices]]
article = "9.2"
text.pl = "Niepełnoletnimi opiekują się podczas turnieju rodzice, opiekunowie prawni lub osoby przez nich umocowane, a nie organizator"
text.uk = "Неповнолітніми під час турніру опікуються батьки, опікуни або вповноважені ними особи, а не організатор"
text.gl = "Durante o torneo coidan dos menores os pais, os titores ou quen eles autoricen, non o organizador"
text.en = "During the tournament minors are in the care of parents, guardians or persons authorised by them, not of the organiser"

[[event.organiser]]
ask = "system"
required = true
article = "6.1"

[[event.organiser]]
ask = "start"
required = false

[[silent]]
about = ["draughts"]
point.pl = "Regulamin nie mówi, który narożnik jest ciemny, jak nazywają się pola, czy pionek bije damkę i kiedy zdejmuje się zbite warcaby."
point.en = "The document does not say which corner is dark, how squares are named, whether a man captures a king, or when captured pieces are taken off."
choice.pl = "Jak w warcabach brazylijskich: gra się na polu a1, zapis c3:e5, pionek bije także damkę, zbite warcaby zdejmuje się po całym biciu i żadnej nie przeskakuje się dwa razy."
choice.en = "As in Brazilian draughts: a1 is played on, squares are written c3:e5, a man captures kings too, captured pieces leave after the whole capture and none is jumped twice."
why.pl = "Art. 7.2–7.7 opisują tę właśnie grę."
why.en = "Articles 7.2 to 7.7 describe this game."

[[silent]]
about = ["draughts.mid_capture"]
point.pl = "Czy pionek, który podczas bicia tylko przechodzi przez ostatni rząd, zostaje damką?"
point.en = "Is a man crowned that only passes through the last row while capturing?"
choice.pl = "Nie, bije dalej jako pionek. Damką zostaje, gdy kończy ruch w ostatnim rzędzie."
choice.en = "No, it goes on as a man. It is crowned where the move ends on the last row."
why.pl = "Art. 7.5 mówi o dojściu do ostatniego rzędu; tak jest też w warcabach brazylijskich."
why.en = "Article 7.5 speaks of reaching the last row; Brazilian draughts have it so."

[[silent]]
about = ["huffing"]
point.pl = "Art. 7.4 odbiera pionek za niezauważone bicie. Czy traci się także damkę?"
point.en = "Article 7.4 takes a man for a missed capture. Are kings lost in the same way?"
choice.pl = "Tak, damka przepada tak samo jak pionek."
choice.en = "Yes, a king goes like a man."
why.pl = "Bicie damką jest tak samo obowiązkowe (7.6)."
why.en = "Capturing with a king is just as obligatory (7.6)."

[[silent]]
about = ["huffing"]
point.pl = "Co dzieje się z samym ruchem, w którym bicie pominięto, urwano albo wybrano gorsze?"
point.en = "What becomes of the move that missed the capture, broke it off or chose a smaller one?"
choice.pl = "Ruch zostaje, a to, co zbił, pozostaje zbite. Przepada warcaba, która mogła wykonać należne bicie, na polu, na którym teraz stoi."
choice.en = "The move stands and what it captured stays captured. The piece that could have made the capture due is lost, on the square where it now stands."
why.pl = "Regulamin zna tylko jedną karę: utratę pionka. Ruchów nie wolno cofać (7.3)."
why.en = "The document knows one penalty only, the loss of the man. Moves are not taken back (7.3)."

[[silent]]
about = ["huffing"]
point.pl = "Która warcaba przepada, jeśli należne bicie mogło wykonać kilka?"
point.en = "Which piece is lost when several could have made the capture due?"
choice.pl = "Wybiera przeciwnik. Jeśli zamiast tego wykona ruch, przepada ta z pola o najniższym numerze, bez której ten ruch jest prawidłowy."
choice.en = "The opponent chooses. If they move instead, the one on the lowest-numbered square goes without which that move is right."
why.pl = "Kara jest na korzyść przeciwnika, więc to on decyduje."
why.en = "The penalty is for the opponent''s benefit, so the opponent decides."

[[silent]]
about = ["huffing"]
point.pl = "Kiedy po utracie warcaby ocenia się koniec gry i jak liczy się ją do 25 ruchów?"
point.en = "When is the end of the game judged after a piece was lost, and how does it count for the 25 moves?"
choice.pl = "Po zdjęciu warcaby. Utrata liczy się jak bicie; kto traci ostatnią warcabę, przegrywa."
choice.en = "When the piece has been taken off. It counts as a capture; who loses the last piece this way loses the game."
why.pl = "Dopiero wtedy ruch należy do przeciwnika (7.4)."
why.en = "Only then is it the opponent''s move (7.4)."

[[silent]]
about = ["huffing.hints"]
point.pl = "Czy bot podpowiada bicia?"
point.en = "Does the bot point out captures?"
choice.pl = "Nie. Przyciski pokazują ruchy prawidłowe i karane bez różnicy."
choice.en = "No. The buttons show right and punished moves alike."
why.pl = "Zauważenie bicia należy do gracza (7.4)."
why.en = "Seeing the capture is the player''s own task (7.4)."

[[silent]]
about = ["draws.material"]
point.pl = "Czy dwie damki na jedną i trzy damki na jedną to jedna reguła, czy dwie, i od kiedy liczy się 16 ruchów?"
point.en = "Are two kings against one and three against one a single rule or two, and from when do the 16 moves count?"
choice.pl = "Jedna reguła i jeden licznik: zbicie trzeciej damki go nie zeruje. Liczy się od ruchu, po którym taka pozycja powstała."
choice.en = "One rule and one count: losing the third king does not reset it. It counts from the move that brought the ending."
why.pl = "Art. 7.9 wymienia oba pojedynki w jednym punkcie."
why.en = "Article 7.9 names both endings in one item."

[[silent]]
about = ["draws"]
point.pl = "Czyje ruchy liczy się do 16 i 25?"
point.en = "Whose moves are the 16 and the 25?"
choice.pl = "Każdego z graczy: 16 i 25 ruchów białych oraz tyle samo czarnych."
choice.en = "Each player''s: 16 or 25 by White and as many by Black."
why.pl = "Przy 25 regulamin mówi o ruchach obu graczy; 16 czyta się tak samo."
why.en = "With the 25 the document speaks of both players'' moves; the 16 are read alike."

[[silent]]
about = ["draws.repetition"]
point.pl = "Regulamin nie zna remisu przez powtórzenie pozycji."
point.en = "The document has no draw by repetition."
choice.pl = "Nie ma go. Powtarzanie kończy się remisem po 25 ruchach bez zmiany."
choice.en = "There is none. Repeating ends in the draw after 25 moves without progress."
why.pl = "Art. 7.9 wylicza wszystkie remisy."
why.en = "Article 7.9 lists all the draws."

[[silent]]
about = ["agreement.from_move"]
point.pl = "Od którego ruchu wolno zgodzić się na remis?"
point.en = "From which move on may a draw be agreed?"
choice.pl = "Od początku partii."
choice.en = "From the start of the game."
why.pl = "Art. 7.9 nie stawia warunku."
why.en = "Article 7.9 sets no condition."

[[silent]]
about = ["ends.resignation", "ends.flag", "ends.deadline", "clock"]
point.pl = "Regulamin nie wspomina o poddaniu partii ani o zegarze."
point.en = "The document mentions neither resignation nor a clock."
choice.pl = "Poddanie przegrywa. Gra się bez zegara, chyba że gracze się umówią; wtedy przekroczenie czasu lub terminu przegrywa."
choice.en = "Resigning loses. There is no clock unless the players agree on one; then running out of time or missing the deadline loses."
why.pl = "Partia na odległość musi się kiedyś skończyć."
why.en = "A game at a distance has to end some day."

[[silent]]
about = ["ends.forfeit", "adjudication"]
point.pl = "Kto rozstrzyga o partii, której nie da się dokończyć?"
point.en = "Who decides a game that cannot be finished?"
choice.pl = "Organizator jako sędzia: może uznać partię za przegraną, wygraną lub remisową i podaje powód."
choice.en = "The organiser as arbiter, who may declare it lost, won or drawn and gives the reason."
why.pl = "Organizator rozstrzyga także o wykluczeniu (6.5)."
why.en = "The organiser decides on exclusions as well (6.5)."

[[silent]]
about = ["first_white"]
point.pl = "Kto gra białymi?"
point.en = "Who has White?"
choice.pl = "W pojedynczej partii decyduje los, chyba że gracze wybiorą kolor w wyzwaniu."
choice.en = "In a single game the lot decides, unless the challenge names the colours."
why.pl = "Pary i kolejność gier też się losuje (6.2)."
why.en = "Pairs and the order of games are drawn as well (6.2)."

[[silent]]
about = ["ends.touch"]
point.pl = "Czym w czacie jest „dotknięcie”?"
point.en = "What is touching in a chat?"
choice.pl = "Wysłany ruch jest ostateczny. Naciśnięcie przycisku warcaby to dopiero patrzenie."
choice.en = "A sent move is final. Pressing a piece''s button is looking, not touching."
why.pl = "Ruch jest zakończony, gdy gracz wypuści figurę z ręki (7.10)."
why.en = "A move is complete when the piece leaves the hand (7.10)."

[[silent]]
about = ["event.seeding"]
point.pl = "Art. 6.2 dopuszcza „kategoryzację” zawodników. Co to znaczy?"
point.en = "Article 6.2 allows entrants to be put into categories (“kategoryzacja”). What does it mean?"
choice.pl = "Rozstawienie: organizator może wskazać najsilniejszych, a system pucharowy rozdziela ich tak, by spotkali się jak najpóźniej. O wszystkim innym decyduje los."
choice.en = "Seeding: the organiser may name the strongest, and a knockout keeps them apart as long as it can. Lots decide everything else."
why.pl = "Art. 8.1 przewiduje jedne nagrody dla wszystkich, więc osobnych kategorii nie ma."
why.en = "Article 8.1 awards one set of places for all, so there are no separate categories."

[[silent]]
about = ["event.knockout.extra"]
point.pl = "Jak gra się dogrywkę (6.3)?"
point.en = "How are extra games (6.3) played?"
choice.pl = "Po jednej partii, za każdym razem ze zmianą kolorów, aż ktoś będzie miał więcej punktów. Liczy się punkty z art. 6.4."
choice.en = "One game at a time, colours swapped each time, until somebody has more points. The points are those of article 6.4."
why.pl = "Art. 6.3 każe grać „aż do wyłonienia zwycięzcy”."
why.en = "Article 6.3 has them played until there is a winner."

[[silent]]
about = ["event.knockout.white"]
point.pl = "Kto w systemie pucharowym zaczyna białymi?"
point.en = "Who has White first in a knockout?"
choice.pl = "W pierwszej partii niższy numer z losowania, potem kolory się zmieniają."
choice.en = "The lower lot number in the first game, then colours are swapped."
why.pl = "Losuje się numery (6.2), o kolorach regulamin milczy."
why.en = "Numbers are drawn (6.2); the document says nothing about colours."

[[silent]]
about = ["event.knockout.byes", "event.order"]
point.pl = "Jak kojarzy się wylosowane numery i co przy nieparzystej liczbie uczestników?"
point.en = "How are the drawn numbers paired, and what if their number is odd?"
choice.pl = "1 z 2, 3 z 4 i tak dalej; zwycięzcy zachowują kolejność i grają z sąsiadami. Przy nieparzystej liczbie jedna osoba ma wolny los; losuje się ją spośród tych, którzy mieli go najrzadziej."
choice.en = "1 v 2, 3 v 4 and so on; winners keep that order and meet their neighbours. In an odd field one entrant has a bye, drawn among those who have had fewest."
why.pl = "Art. 6.2 mówi tylko o losowaniu numerów."
why.en = "Article 6.2 only says that numbers are drawn."

[[silent]]
about = ["event.knockout.three_way_final"]
point.pl = "Kiedy finał ma nieparzystą liczbę uczestników, co to są „mecze” i co, gdy wszyscy mają tyle samo?"
point.en = "When has the final an odd number of entrants, what are its “mecze”, and what if all are level?"
choice.pl = "Gdy zostaje dokładnie troje: nikt nie ma wolnego losu, każda para gra mecz do dwóch wygranych partii, wygrywa, kto wygra najwięcej meczów. Przy równości decyduje różnica wygranych i przegranych partii, potem jeszcze jedna runda pojedynczych partii, potem los. Trzecia osoba finału ma trzecie miejsce."
choice.en = "When exactly three are left: nobody has a bye, each pair plays a match to two won games, most matches won wins. If level, the difference of won and lost games decides, then one more cycle of single games, then lots. The third of this final is third."
why.pl = "Tylko przy trojgu finał jest nieparzysty; do dwóch wygranych gra się każdy finał (6.3)."
why.en = "Only three make a final odd; every final goes to two won games (6.3)."

[[silent]]
about = ["event.knockout.third_place"]
point.pl = "Kto w systemie pucharowym zajmuje trzecie miejsce, które nagradza art. 8.1?"
point.en = "Who has the third place of article 8.1 in a knockout?"
choice.pl = "Przegrani z półfinałów grają o nie mecz, jak w każdej rundzie."
choice.en = "The losing semi-finalists play a match for it, as in every round."
why.pl = "Medal za trzecie miejsce jest jeden."
why.en = "There is one medal for the third place."

[[silent]]
about = ["event.tie_breaks"]
point.pl = "Co decyduje w systemie kołowym przy równej liczbie punktów?"
point.en = "What decides between level entrants in the round robin?"
choice.pl = "Kolejno: partia bezpośrednia, współczynnik Sonneborna-Bergera, liczba wygranych, dogrywka."
choice.en = "In this order: the direct game, Sonneborn-Berger, the number of wins, an extra game."
why.pl = "Art. 6.4 mówi tylko o największej liczbie punktów, a nagrody są za pojedyncze miejsca (8.1)."
why.en = "Article 6.4 only speaks of most points, and single places are awarded (8.1)."

[[silent]]
about = ["event.round_robin.annul_below_half", "event.exclusion.open_games"]
point.pl = "Co z partiami kogoś, kto odchodzi lub zostaje wykluczony?"
point.en = "What becomes of the games of somebody who leaves or is excluded?"
choice.pl = "Partie niedokończone i następne przegrywa. W systemie kołowym przy mniej niż połowie rozegranych partii anuluje się wszystkie, inaczej rozegrane zostają."
choice.en = "Open and later games are lost. In a round robin all games are annulled if fewer than half were played; otherwise those that were played stay."
why.pl = "Tak robi się zwykle w turniejach kołowych; art. 6.5 mówi tylko o samym wykluczeniu."
why.en = "This is usual in round robins; article 6.5 only speaks of the exclusion itself."

[[silent]]
about = ["event.sign_up.consent"]
point.pl = "Jak uczestnik wyraża zgodę (9.1) i kto jest niepełnoletni?"
point.en = "How is the consent of article 9.1 given, and who is a minor?"
choice.pl = "Bot pyta o nią przy zgłoszeniu i zapisuje ją wraz z czasem; można ją później cofnąć. Za osobę poniżej 18 lat zgadza się opiekun."
choice.en = "The bot asks at sign-up and records it with the time; it can be revoked later. For anyone under 18 a guardian agrees."
why.pl = "Sam udział nie jest świadomą zgodą, a opiekuna wymaga art. 9.1."
why.en = "Taking part alone is no informed consent, and article 9.1 asks for the guardian."

[[silent]]
about = ["event.sign_up.retention_days"]
point.pl = "Jak długo przechowuje się odpowiedzi ze zgłoszenia?"
point.en = "How long are the answers of sign-up kept?"
choice.pl = "Przez 90 dni po turnieju, na czas dyplomów i pytań. Wyniki zostają pod numerem."
choice.en = "For 90 days after the event, for diplomas and questions. Results stay under a number."
why.pl = "Dane służą przeprowadzeniu turnieju i promocji wydarzenia (9.1), nie archiwum."
why.en = "The data serve running and promoting the event (9.1), not an archive."

[[silent]]
about = ["event.schedule.pace", "event.schedule.deadline", "event.schedule.zone"]
point.pl = "Ile gra się jednego dnia, według jakiego czasu i co, gdy partia się nie odbędzie?"
point.en = "How much is played on one day, by what time, and what if a game is not played?"
choice.pl = "Jedna runda w dniu gry, co drugi dzień, czasu polskiego. Gdy do następnego dnia gry partii brakuje, organizator dowiaduje się o tym i rozstrzyga."
choice.en = "One round on each playing day, every second day, by Polish time. If a game is missing by the next playing day, the organiser is told and decides."
why.pl = "Art. 4 podaje tylko początek i „co drugi dzień”."
why.en = "Article 4 only gives the start and “every second day”."

[[silent]]
about = ["event.organiser"]
point.pl = "Co, jeśli turniej rozgrywa się ponownie, w innym terminie?"
point.en = "What if the tournament is held again on another date?"
choice.pl = "Przy zakładaniu turnieju organizator może podać inny początek."
choice.en = "The organiser may give another start when the event is made."
why.pl = "Data z art. 4 dotyczy turnieju z 2017 roku."
why.en = "The date of article 4 is that of the tournament of 2017."
');
INSERT INTO "regulations" VALUES('9a28355e02722e3e22f8a9214ce1583e7b5bdb77cc279971085102c628ad7318','pzwarc-64','schema = 2
id = "pzwarc-64"
version = "2"
language = "pl"

[name]
pl = "Kodeks PZWarc: warcaby 64-polowe"
uk = "Кодекс PZWarc: шашки на 64 клітинках"
gl = "Código da PZWarc: damas de 64 casas"
en = "PZWarc code: draughts on 64 squares"

[source]
title = "Kodeks Warcabowy Polskiego Związku Warcabowego, art. 6–8"
author = "Polski Związek Warcabowy"

[draughts]
preset = "brazilian"
notation = { value = "numeric", article = "8.2.1" }
capture_sign = { value = "x", article = "8.2.2, 8.2.3" }

[ends]
resignation = "7.2.1"
blocked = "7.2.2"
no_pieces = "7.2.3"
forfeit = "7.2.4"

[first_white]
by = "lot"

[agreement]
allowed = true
article = "7.3.1"

[adjudication]
draw = "7.3.3"

[clock]
setting = "none"

[[draws]]
rule = "repetition"
article = "6.1"
count = 3
mode = "automatic"

[[draws]]
rule = "no-progress"
article = "6.2"
moves = 20

[[draws]]
rule = "material"
article = "6.3"
patterns = ["3K v K", "2K+m v K", "K+2m v K"]
moves = 5
diagonal = "weaker-holds"

[[draws]]
rule = "material"
article = "6.3"
patterns = ["3K v K"]
moves = 15
diagonal = "stronger-holds"

[[draws]]
rule = "material"
article = "6.4"
patterns = ["2K v K", "K+m v K", "K v K"]
moves = 5

[event]
systems = ["swiss", "round-robin", "knockout"]
order = "lots"

[event.scoring]
win = 2
draw = 1
loss = 0

[event.tie_breaks]
order = ["buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-game", "wins", "lots"]

[event.swiss]
pairing = "dutch"
bye = 2
requested_bye = 1
missed_round = 0

[event.round_robin]
games = 1
annul_below_half = true

[event.knockout]
games = 1
white = "order"
third_place = "match"

[event.exclusion]
open_games = "lost"

[event.sign_up]
approval = false
retention_days = 90

[event.schedule]
zone = "Europe/Warsaw"
pace = "by-hand"

[[event.organiser]]
ask = "system"
required = true

[[event.organiser]]
ask = "rounds"
required = true

[[event.organiser]]
ask = "start"
required = false

[[event.organiser]]
ask = "place"
required = false

[[silent]]
about = ["draughts"]
point.pl = "Artykuły 1–5 kodeksu (warcabnica, ruchy, bicie) nie są częścią tego tekstu, a art. 8.1 liczy pola tylko do 50."
point.en = "Articles 1 to 5 of the code (board, moves, captures) are not part of this text, and article 8.1 numbers squares up to 50 only."
choice.pl = "Gra się w warcaby brazylijskie na polach od 1 do 32; ruch pomijający należne bicie jest odrzucany z podaniem bicia."
choice.en = "The game is Brazilian draughts on squares 1 to 32; a move that misses a capture due is refused and the capture is named."
why.pl = "Wersja 64 to w kodeksie gra o tych samych zasadach na mniejszej warcabnicy."
why.en = "The 64-square version of the code is the same game on a smaller board."

[[silent]]
about = ["draws.material"]
point.pl = "Czy w art. 6.3 i 6.4 każda z wymienionych końcówek ma własny licznik?"
point.en = "Does each ending named in articles 6.3 and 6.4 have a count of its own?"
choice.pl = "Nie: jeden licznik na artykuł, dopóki na warcabnicy jest którakolwiek z jego końcówek. Gdy w końcówce z art. 6.3 nikt nie zajmuje głównej przekątnej, obowiązuje samo 6.2."
choice.en = "No: one count for each article, as long as any of its endings is on the board. When nobody occupies the main diagonal in an ending of article 6.3, article 6.2 alone applies."
why.pl = "Każdy artykuł podaje jedną liczbę posunięć dla wszystkich swoich końcówek."
why.en = "Each article gives one number of moves for all its endings."

[[silent]]
about = ["draws.material"]
point.pl = "Czyich posunięć dotyczy 5 i 15 w wersji 64 i co znaczy, że strona silniejsza „zajmuje” główną przekątną?"
point.en = "Whose moves are the 5 and the 15 in the 64-square version, and what does it mean that the stronger side occupies the main diagonal?"
choice.pl = "Każdego z graczy. „Zajmuje” znaczy: stoi na niej damka tej strony i nie ma tam żadnej bierki przeciwnika; gdy stoją obie strony, nie zajmuje jej nikt. Licznik biegnie, dopóki trwa to bez przerwy."
choice.en = "Each player''s. Occupying means that a king of that side stands on it and no piece of the opponent does; with both on it nobody occupies it. The count runs while that lasts unbroken."
why.pl = "Tak kodeks sam objaśnia kontrolę przekątnej przez stronę słabszą."
why.en = "The code itself explains control by the weaker side in this way."

[[silent]]
about = ["agreement.from_move"]
point.pl = "Od którego posunięcia wolno zgodzić się na remis?"
point.en = "From which move on may a draw be agreed?"
choice.pl = "Od początku partii."
choice.en = "From the start of the game."
why.pl = "Art. 7.3.1 nie stawia warunku."
why.en = "Article 7.3.1 sets no condition."

[[silent]]
about = ["adjudication", "ends.forfeit"]
point.pl = "Kto stwierdza, że żaden z graczy nie jest w stanie wygrać (7.3.3) albo że gracz odmówił podporządkowania się regułom (7.2.4)?"
point.en = "Who finds that neither player can win (7.3.3) or that a player refused to obey the rules (7.2.4)?"
choice.pl = "Sędzia, z podaniem powodu. Może też przyznać wygraną."
choice.en = "The arbiter, with a reason given, who may also award a win."
why.pl = "Program nie potrafi tego ocenić."
why.en = "Software cannot judge it."

[[silent]]
about = ["first_white"]
point.pl = "Kto gra białymi?"
point.en = "Who has White?"
choice.pl = "W pojedynczej partii decyduje los, chyba że gracze wybiorą kolor w wyzwaniu."
choice.en = "In a single game the lot decides, unless the challenge names the colours."
why.pl = "Kolory wyznacza regulamin zawodów."
why.en = "Colours are for the regulation of an event to set."

[[silent]]
about = ["ends.flag", "ends.deadline", "clock"]
point.pl = "Ten tekst nie mówi o zegarze."
point.en = "This text says nothing about a clock."
choice.pl = "Bez zegara, chyba że gracze się umówią; wtedy przekroczenie czasu lub terminu przegrywa."
choice.en = "No clock unless the players agree on one; then running out of time or missing the deadline loses."
why.pl = "Tempo gry podaje regulamin zawodów."
why.en = "The pace is for the regulation of an event to set."

[[silent]]
about = ["ends.take_back", "ends.touch"]
point.pl = "Czy ruch można cofnąć?"
point.en = "Can a move be taken back?"
choice.pl = "Nie, wysłany ruch jest ostateczny. Naciśnięcie przycisku bierki to dopiero patrzenie."
choice.en = "No, a sent move is final. Pressing a piece''s button is looking, not touching."
why.pl = "Artykuły 1–5 nie są częścią tego tekstu."
why.en = "Articles 1 to 5 are not part of this text."

[[silent]]
about = ["event.systems", "event.swiss.rounds", "event.organiser"]
point.pl = "Kodeks opisuje grę, nie zawody. Jakim systemem się gra?"
point.en = "The code describes the game, not events. Which system is played?"
choice.pl = "Dowolnym: szwajcarskim, kołowym lub pucharowym. Wybiera organizator, podaje też liczbę rund, a jeśli chce, początek i miejsce."
choice.en = "Any: Swiss, round robin or knockout. The organiser chooses, gives the number of rounds and, if they like, start and place."
why.pl = "System wyznacza regulamin zawodów."
why.en = "The system is for the regulation of an event to set."

[[silent]]
about = ["event.scoring"]
point.pl = "Ile punktów daje partia?"
point.en = "How many points is a game worth?"
choice.pl = "Wygrana 2, remis 1, przegrana 0."
choice.en = "A win 2, a draw 1, a loss 0."
why.pl = "Tak liczy się w warcabach zazwyczaj."
why.en = "This is usual in draughts."

[[silent]]
about = ["event.tie_breaks"]
point.pl = "Co decyduje przy równej liczbie punktów?"
point.en = "What decides between level entrants?"
choice.pl = "Kolejno: Buchholz bez najsłabszego, Buchholz, Sonneborn-Berger, partia bezpośrednia, liczba wygranych, los."
choice.en = "In this order: Buchholz without the worst, Buchholz, Sonneborn-Berger, the direct game, the number of wins, lots."
why.pl = "Kodeks o tym milczy; kolejność można zmienić w pliku."
why.en = "The code is silent; the order can be changed in the file."

[[silent]]
about = ["event.order", "event.swiss"]
point.pl = "Od jakiej kolejności się zaczyna, jak kojarzy się rundy w systemie szwajcarskim i co daje wolny los?"
point.en = "From which order does it start, how are Swiss rounds paired, and what is a bye worth?"
choice.pl = "Kolejność jest z losowania, kojarzy się systemem holenderskim FIDE. Wolny los daje 2 punkty, pauza na własną prośbę 1, runda opuszczona przed spóźnionym przyjściem 0."
choice.en = "The order is drawn by lot, rounds are paired by the Dutch system of FIDE. A bye gives 2 points, one that was asked for 1, a round missed before a late entry 0."
why.pl = "Los nikogo nie wyróżnia, a system holenderski jest najlepiej opisany i da się go sprawdzić."
why.en = "Lots favour nobody, and the Dutch system is the best described one and can be checked."

[[silent]]
about = ["event.round_robin", "event.exclusion"]
point.pl = "Ile partii gra się w systemie kołowym i co z partiami kogoś, kto odchodzi lub zostaje wykluczony?"
point.en = "How many games does a round robin have, and what becomes of those of somebody who leaves or is excluded?"
choice.pl = "Po jednej z każdym. Organizator może wykluczyć z podaniem powodu; niedokończone partie są przegrane. W systemie kołowym przy mniej niż połowie rozegranych partii anuluje się wszystkie, inaczej rozegrane zostają."
choice.en = "One with everybody. The organiser may exclude, with a reason given; open games are lost. In a round robin all games are annulled if fewer than half were played; otherwise those that were played stay."
why.pl = "Tak robi się zwykle w turniejach kołowych."
why.en = "This is usual in round robins."

[[silent]]
about = ["event.knockout"]
point.pl = "Jak gra się w systemie pucharowym?"
point.en = "How is a knockout played?"
choice.pl = "Po jednej partii: 1 z 2, 3 z 4 i tak dalej, zwycięzcy zachowują kolejność. Niższy numer ma białe; remis powtarza się ze zmianą kolorów. Przy nieparzystej liczbie jedna osoba ma wolny los, losowana spośród tych, którzy mieli go najrzadziej. O trzecie miejsce grają przegrani z półfinałów."
choice.en = "Single games: 1 v 2, 3 v 4 and so on, winners keep that order. The lower number has White; a draw is replayed with colours swapped. In an odd field one entrant has a bye, drawn among those who have had fewest. The losing semi-finalists play for the third place."
why.pl = "To najprostszy system pucharowy; inny można zapisać w pliku."
why.en = "It is the simplest knockout; another one can be written into the file."

[[silent]]
about = ["event.sign_up", "event.schedule"]
point.pl = "Kto może grać, ile to kosztuje, kiedy gra się następną rundę i co z danymi?"
point.en = "Who may play, what does it cost, when is the next round, and what about personal data?"
choice.pl = "Każdy, bezpłatnie, bez limitu i bez zatwierdzania. Następną rundę zaczyna organizator, czas jest polski, terminów nie ma. Odpowiedzi usuwa się 90 dni po turnieju."
choice.en = "Anybody, free of charge, without limit and without approval. The organiser starts the next round, the time is Polish, there are no deadlines. Answers are erased 90 days after the event."
why.pl = "O tym mówi regulamin zawodów."
why.en = "This is for the regulation of an event to say."
');
CREATE TABLE sides (
	id INTEGER NOT NULL, 
	game INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	color VARCHAR(8), 
	CONSTRAINT pk_sides PRIMARY KEY (id), 
	CONSTRAINT fk_sides_game_games FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT uq_sides_game_color UNIQUE (game, color), 
	CONSTRAINT uq_sides_game_seat UNIQUE (game, seat)
);
INSERT INTO "sides" VALUES(1,1,0,'white');
INSERT INTO "sides" VALUES(2,1,1,'black');
CREATE TABLE wrong_codes (
	id INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_wrong_codes PRIMARY KEY (id), 
	CONSTRAINT fk_wrong_codes_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT fk_wrong_codes_place_places FOREIGN KEY(place) REFERENCES places (id)
);
CREATE INDEX ix_inbox_state_id ON inbox (state, id);
CREATE INDEX ix_jobs_state_due ON jobs (state, due);
CREATE INDEX ix_accounts_person ON accounts (person);
CREATE INDEX ix_accounts_platform_username ON accounts (platform, username);
CREATE INDEX ix_games_deadline ON games (deadline);
CREATE INDEX ix_games_event ON games (event);
CREATE INDEX ix_games_place_status ON games (place, status);
CREATE INDEX ix_posted_place_subject ON posted (place, subject);
CREATE INDEX ix_outbox_state_place_id ON outbox (state, place, id);
CREATE INDEX ix_controllers_person ON controllers (person);
CREATE INDEX ix_events_deadline ON events (deadline);
CREATE INDEX ix_events_place_phase ON events (place, phase);
CREATE INDEX ix_entrant_controllers_person ON entrant_controllers (person);
CREATE INDEX ix_event_roles_person ON event_roles (person);
CREATE INDEX ix_dialogues_event ON dialogues (event);
CREATE INDEX ix_event_places_place ON event_places (place);
CREATE INDEX ix_game_places_place ON game_places (place);
CREATE INDEX ix_link_codes_expires ON link_codes (expires);
CREATE INDEX ix_wrong_codes_person_at ON wrong_codes (person, at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',22);
COMMIT;
