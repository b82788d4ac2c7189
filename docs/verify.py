"""Checks the dice of a game export or a rolls file of Gatemaster, by docs/fair-dice.md alone. It knows no rules, so it does
not play a game again; `gatemaster verify` does. It ends with 0 if the dice add up, 1 if not, 3 if some cannot be judged."""
import argparse, hashlib, hmac, json, re

faults, doubts, want = [], [], lambda right, fault: right or faults.append(f"FAULT: {fault}")
sha = lambda data: hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()
said = lambda thing: {thing: {}} if isinstance(thing, str) else thing  # what an action, event or piece is, and what it says
is_typed = lambda die: die.get("number") is None

def seed_of(text, shown, whose):
    right = re.fullmatch("[0-9a-fA-F]{64}", text) and sha(bytes.fromhex(text)) == shown.lower()
    return bytes.fromhex(text) if want(right, f"{whose} does not have the hash that was shown") else None

def check_die(die, where, seed, stream):
    sides, x, attempt = die["sides"], 2**64, 0
    if want(1 <= die["face"] <= sides, f"{where}: a d{sides} cannot show {die['face']}") and seed and not is_typed(die):
        while x >= 2**64 // sides * sides:
            message = f"gatemaster-dice-1:{stream}:{die['number']}:{attempt}".encode()
            x, attempt = int.from_bytes(hmac.new(seed, message, "sha256").digest()[:8], "big"), attempt + 1
        want(x % sides + 1 == die["face"], f"{where}: die {die['number']} shows {die['face']}, its seed gives {x % sides + 1}")

def table_after(steps):
    revoked, seats, settings, wait = {step.get("revokes") for step in steps}, [], {}, None
    for name, event in (pair for s in steps if s["seq"] not in revoked for e in s["events"] for pair in said(e).items()):
        if name in ("opened", "set_up_changed"): seats = (seats + [None] * len(event["seats"]))[:len(event["seats"])]
        if name in ("opened", "settings_changed"): settings = event.get("settings", {})
        if name in ("seated", "left"): seats[event["seat"]] = event["player"]["id"] if name == "seated" else None
        if name == "departed": seats = [None if user == event["player"]["id"] else user for user in seats]
        if name == "empty_seats_gone": seats = [user for user in seats if user is not None]
        if name == "throwing": wait = (event["wanted"], wait[1] if wait else settings, event.get("by", {}).get("id"))
        if name in ("thrown", "played"): wait = None
    return seats, settings, wait  # who sits where; what is waited for, and the settings when that began

def check_typed(game, step, typed):
    seats, settings, wait = table_after(game["steps"][:step["seq"] - 1])
    where, faces = f"step {step['seq']}", said(step["action"]).get("type_dice", {}).get("faces")
    if step["rules"] in (1, "1", "0.1.0") and game["system"] != "dice_game":
        return settings.get("by_hand") or doubts.append(f"NOT VERIFIED: {where}: rules 1 do not tell whether its dice may be typed")
    if not want(faces and wait and game["system"] != "dice_game", f"{where}: typed dice may not stand there"): return
    seat, dice, sides = (wait[0][key] for key in ("seat", "dice", "sides"))
    by_hand = (s.get("by_hand") or seat in s.get("hand_seats", []) or s.get("next_by_hand") for s in (settings, wait[1]))
    want(any(by_hand) and (seats[seat] or wait[2]) == step["user"], f"{where}: seat {seat} does not roll by hand, or somebody else typed")
    right = [(sides, face) for face in faces] == [(die["sides"], die["face"]) for die in typed] and len(typed) == dice
    want(right, f"{where}: {dice} d{sides} were waited for, and something else was typed")

def check_game(game, seen):
    steps, shown = game["steps"], game.get("seed")
    undone = [(step["revokes"], step["seq"]) for step in steps if step.get("revokes") is not None]
    want(all(1 < step < by for step, by in undone) and len(dict(undone)) == len(undone), "a step is revoked that cannot be")
    want(all(step["seq"] == at for at, step in enumerate(steps, 1)), "the steps are not in order")
    events = [(s["seq"], name, event) for s in steps for e in s["events"] for name, event in said(e).items()]
    salts = sha(b"".join(hashlib.sha256(event["text"].encode()).digest() for _, name, event in events if name == "salted"))
    had = lambda event: any(name == event and seq not in dict(undone) for seq, name, _ in events)
    want((had("ended") and (had("closed") or not had("settled"))) == (shown is not None), "the seed is shown when the end of the game stands, and only then")
    want(seen in ("", game["seed_hash"].lower()), "the hash given is not that of the file")
    seed = None if shown is None else seed_of(shown, game["seed_hash"], "the seed")
    for step in steps:
        for die in step.get("dice", []): check_die(die, f"step {step['seq']}", seed, f"{game['game']}:{salts}")
        if typed := list(filter(is_typed, step.get("dice", []))): check_typed(game, step, typed)
    dice = [die for step in steps for die in step.get("dice", [])]
    numbers = [die["number"] for die in dice if not is_typed(die)]
    want(numbers == list(range(1, len(numbers) + 1)), "the numbers of the dice are not 1, 2, 3 … in order")
    print(f"Game {game['game']}: {len(numbers)} numbered dice{'' if shown else ' (no seed yet)'}, {len(dice) - len(numbers)} typed.")

def check_rolls(file, seen):
    cup, hashes, last, at = seed_of(file["seed"], file["seed_hash"], "the cup's seed"), [mark := file["seed_hash"].lower()], 0, 0
    marks = {entry: (place, mark := sha(f"{mark}:{entry}")) for place, entry in enumerate(file.get("entries", []), 1)}
    for roll in file["rolls"]:
        where, own, by = f"roll {roll['id']}", roll.get("own_seed"), roll.get("typed_by")
        seed = seed_of(own["seed"], own["seed_hash"], f"the own seed of {where}") if own else cup
        pools = [p["dice"] for s in roll["rolled"]["series"] for a in s["answers"] for p in map(said, a["pieces"]) if "dice" in p]
        dice = [die["roll"] for pool in pools for die in pool["dice"]]
        for die in dice: check_die(die, where, seed, f"{roll['id'] if own else file['cup']}:{sha(b'')}")
        worth = lambda pool, face: min(max(face - 2 * (pool["kind"] == "fudge"), pool.get("at_least", -10**9)), pool.get("at_most", 10**9))
        right = all(die["value"] == worth(pool["pool"], die["roll"]["face"]) for pool in pools for die in pool["dice"])
        right = right and by in (None, roll["by"] if any(map(is_typed, dice)) else None)
        want(right, f"{where}: a die is not worth what it shows, or somebody else is said to have typed it")
        numbers = [0 if own else last] + [die["number"] for die in dice if not is_typed(die)]
        want(numbers == sorted(set(numbers)), f"{where}: a number was used before")
        last, faces = last if own else numbers[-1], ",".join(str(die["face"]) for die in dice)
        entry = sha(f"gatemaster-roll-1:{roll['id']}:{own['seed'].lower() if own else ''}:{faces}:{roll['dice']}")
        before, (at, mark) = at, marks.get(entry, (0, None))
        want((before < at or at == before == 0) and mark == roll.get("mark"), f"{where}: it is not what the marks were made of")
        hashes += [own["seed_hash"] if own else "", roll.get("mark", "")]
    want(not seen or len(seen) > 11 and any(text.lower().startswith(seen) for text in hashes), "the hash given is not in the file")
    print(f"Cup {file['cup']}: {len(file['rolls'])} rolls, {last} dice of its stream so far, {len(marks)} marks.")

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("file")
parser.add_argument("--seed-hash", default="", metavar="HASH", help="a hash that you have seen")
args = parser.parse_args()
try:
    content, checks = json.load(open(args.file, encoding="utf-8")), {"gatemaster-game-1": check_game, "gatemaster-rolls-1": check_rolls}
    checks[content["format"]](content, args.seed_hash.strip().lower())
except (KeyError, TypeError, ValueError, AttributeError, IndexError, OSError) as error:
    want(False, f"this is no file of Gatemaster that holds together: {error!r}")
verdict = "The dice do not add up." if faults else "The rest adds up." if doubts else "The dice add up."
print(*faults, *doubts, verdict, "(The rules were not played again; `gatemaster verify` does that with a game.)", sep="\n")
raise SystemExit(1 if faults else 3 if doubts else 0)
