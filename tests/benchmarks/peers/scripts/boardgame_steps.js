// A small card game on boardgame.io, played by lot, then read from its bytes and played again through its client: each
// move is checked by the game and refused where it does not fit. In: games, seconds to stop after. Out, as JSON: steps
// and processor seconds.
"use strict";
const { Client } = require("boardgame.io/client");

const CARDS = 40, HAND = 5;

function drawn(seed) {
  // a small linear source: the same games each time
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function gameOf(seed) {
  return {
    setup: () => {
      const lot = drawn(seed), deck = Array.from({ length: CARDS }, (_, at) => at);
      for (let at = CARDS - 1; at > 0; at -= 1) {
        const other = lot(at + 1);
        [deck[at], deck[other]] = [deck[other], deck[at]];
      }
      return { hands: [deck.splice(0, HAND), deck.splice(0, HAND)], deck, played: [] };
    },
    turn: { minMoves: 2, maxMoves: 2 },
    moves: {
      draw: ({ G, ctx, playerID }) => {
        if (ctx.numMoves !== 0 || !G.deck.length) return "INVALID_MOVE";
        G.hands[playerID].push(G.deck.pop());
      },
      play: ({ G, ctx, playerID }, card) => {
        const at = G.hands[playerID].indexOf(card);
        if (ctx.numMoves !== 1 || at < 0) return "INVALID_MOVE";
        G.played.push(G.hands[playerID].splice(at, 1)[0]);
      },
    },
    endIf: ({ G, ctx }) => (G.deck.length || ctx.numMoves ? undefined : { over: true }),
  };
}

const opened = (seed) => Client({ game: gameOf(seed), numPlayers: 2, debug: false });

function recorded(seed) {
  const client = opened(seed), lot = drawn(seed + 7919), moves = [];
  while (!client.getState().ctx.gameover) {
    const { G, ctx } = client.getState();
    const hand = G.hands[ctx.currentPlayer];
    const move = ctx.numMoves === 0 ? ["draw"] : ["play", hand[lot(hand.length)]];
    client.moves[move[0]](...move.slice(1));
    moves.push(move);
  }
  return JSON.stringify({ seed, moves });
}

function replayed(text) {
  const { seed, moves } = JSON.parse(text), client = opened(seed);
  for (const move of moves) client.moves[move[0]](...move.slice(1));
  if (!client.getState().ctx.gameover) throw new Error("the game is not over");
  return moves.length;
}

const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const games = Number(process.argv[2]), stop = Number(process.argv[3]);
const files = Array.from({ length: games }, (_, seed) => recorded(seed + 1));
const begun = used();
let steps = 0;
for (const text of files) {
  steps += replayed(text);
  if (used() - begun > stop) break;
}
console.log(JSON.stringify({ steps, seconds: used() - begun }));
