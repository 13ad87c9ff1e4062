// Random battles of pokemon-showdown, played by its own random players, then read from their input logs and played
// again: the simulator checks each choice. In: battles, seconds to stop after. Out, as JSON: steps and processor
// seconds.
"use strict";
const { Battle, BattleStream, Dex, getPlayerStreams, Teams } = require("pokemon-showdown/dist/sim");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai");

const FORMAT = "gen9randombattle";

async function recorded(number) {
  const seed = [number, 2, 3, 4].map((part) => String(part)).join(","), stream = new BattleStream();
  const streams = getPlayerStreams(stream), players = ["p1", "p2"];
  const bots = players.map((side) => new RandomPlayerAI(streams[side], { seed }));
  bots.forEach((bot) => void bot.start());
  void streams.omniscient.write(
    `>start ${JSON.stringify({ formatid: FORMAT, seed })}\n` +
    players.map((side, at) => `>player ${side} ${JSON.stringify({
      name: side, team: Teams.pack(Teams.generate(FORMAT, { seed: [number, at, 5, 6].join(",") })),
    })}`).join("\n"),
  );
  for await (const chunk of streams.omniscient) if (/^\|(?:win\||tie$)/m.test(chunk)) break;
  return stream.battle.inputLog.join("\n");
}

function replayed(text) {
  let battle, steps = 0;
  for (const line of text.split("\n")) {
    const [, word, rest] = /^>(\S+) ?(.*)$/.exec(line);
    if (word === "start") battle = new Battle({ ...JSON.parse(rest), send: () => {} });
    else if (word === "player") {
      const [, side, options] = /^(\S+) (.*)$/.exec(rest);
      battle.setPlayer(side, JSON.parse(options));
    } else if (word === "p1" || word === "p2") {
      if (!battle.choose(word, rest)) throw new Error(`refused: ${line}`);
      steps += 1;
    }
  }
  if (!battle.ended) throw new Error("the battle is not over");
  return steps;
}

const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };

async function main(battles, stop) {
  Dex.includeData();
  const files = [];
  for (let number = 1; number <= battles; number += 1) files.push(await recorded(number));
  const begun = used();
  let steps = 0;
  for (const text of files) {
    steps += replayed(text);
    if (used() - begun > stop) break;
  }
  console.log(JSON.stringify({ steps, seconds: used() - begun }));
  process.exit(0);
}

void main(Number(process.argv[2]), Number(process.argv[3]));
