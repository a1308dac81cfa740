// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.text.mecab.CharacterCategories.Categories;

/**
 * Finds the words of a text with the lowest sum of costs by Viterbi's algorithm. Of equal sums, the
 * one that MeCab finds first counts; therefore the order of all lists is that of MeCab.
 */
final class WordLattice {
  private static final int MAX_GROUP_CHARACTERS = 24;
  private static final int SPACE = 0x20;

  /** A word as positions of bytes. */
  record Span(int from, int to) {}

  /** A word in the lattice with the best path to it. */
  private static final class Node {
    private final Span span;
    private final MecabLexicon.Entry entry;
    private final boolean afterSpace;
    private long cost;
    private Node previous;

    Node(Span span, MecabLexicon.Entry entry, boolean afterSpace) {
      this.span = span;
      this.entry = entry;
      this.afterSpace = afterSpace;
    }
  }

  private final MecabDictionary dictionary;
  private final byte[] text;

  /** The nodes that end at each position, the newest one last. */
  private final List<List<Node>> ends = new ArrayList<>();

  WordLattice(MecabDictionary dictionary, byte[] text) {
    this.dictionary = dictionary;
    this.text = text;
    for (int i = 0; i <= text.length; i++) {
      ends.add(new ArrayList<>(0));
    }
  }

  List<Span> bestWords() {
    MecabLexicon.Entry border = new MecabLexicon.Entry(0, 0, 0, 0);
    ends.getFirst().add(new Node(new Span(0, 0), border, false));
    for (int position = 0; position < text.length; position++) {
      if (!ends.get(position).isEmpty()) {
        List<Node> begun = new NodesAt(position).find();
        for (int i = begun.size() - 1; i >= 0; i--) {
          connect(position, begun.get(i));
          ends.get(begun.get(i).span.to()).add(begun.get(i));
        }
      }
    }
    Node end = new Node(new Span(text.length, text.length), border, false);
    int last = text.length;
    while (ends.get(last).isEmpty()) {
      last--;
    }
    connect(last, end);
    List<Span> words = new ArrayList<>();
    for (Node node = end.previous; node.previous != null; node = node.previous) {
      words.add(node.span);
    }
    return words.reversed();
  }

  private void connect(int position, Node right) {
    List<Node> lefts = ends.get(position);
    long best = Long.MAX_VALUE;
    int own =
        right.entry.cost()
            + (right.afterSpace ? dictionary.spacePenalty(right.entry.partOfSpeech()) : 0);
    for (int i = lefts.size() - 1; i >= 0; i--) {
      Node left = lefts.get(i);
      long cost =
          left.cost + dictionary.connections().of(left.entry.right(), right.entry.left()) + own;
      if (cost < best) {
        best = cost;
        right.previous = left;
      }
    }
    right.cost = best;
  }

  /** Finds the words that begin at a position, after spaces. */
  private final class NodesAt {
    private final List<Node> nodes = new ArrayList<>();
    private final int begin;

    /** The first character that is no space, and its categories. */
    private final int start;

    private final Categories categories;
    private final boolean afterSpace;

    NodesAt(int begin) {
      this.begin = begin;
      Categories first = dictionary.categories().of(SPACE);
      this.start = endOfRun(begin, first);
      this.categories =
          start < text.length ? categoriesAt(start) : dictionary.categories().of(SPACE);
      this.afterSpace = start > begin;
    }

    List<Node> find() {
      dictionary
          .words()
          .words(
              text,
              start,
              text.length,
              (code, length) -> {
                for (int i = 0; i < MecabLexicon.count(code); i++) {
                  add(start + length, dictionary.words().entry(code, i));
                }
              });
      if (start < text.length && (nodes.isEmpty() || categories.alwaysTried())) {
        addUnknown();
      }
      return nodes;
    }

    private void addUnknown() {
      int end = start + characterLength(start);
      int groupEnd = -1;
      if (categories.groups()) {
        groupEnd = endOfRun(end, categories);
        if (countCharacters(end, groupEnd) <= MAX_GROUP_CHARACTERS) {
          addUnknown(groupEnd);
        }
      }
      for (int length = 1; length <= categories.length() && end <= text.length; length++) {
        if (end == groupEnd) {
          continue;
        }
        addUnknown(end);
        if (end == text.length || !categories.overlap(categoriesAt(end))) {
          break;
        }
        end += characterLength(end);
      }
      if (nodes.isEmpty()) {
        addUnknown(end);
      }
    }

    private void addUnknown(int end) {
      dictionary.unknownEntries(categories.category()).forEach(entry -> add(end, entry));
    }

    private void add(int end, MecabLexicon.Entry entry) {
      if (end > begin) {
        nodes.add(new Node(new Span(start, end), entry, afterSpace));
      }
    }
  }

  /** The end of the characters that have, each with the one before it, a category in common. */
  private int endOfRun(int from, Categories first) {
    Categories before = first;
    int at = from;
    while (at < text.length) {
      Categories here = categoriesAt(at);
      if (!before.overlap(here)) {
        break;
      }
      before = here;
      at += characterLength(at);
    }
    return at;
  }

  private int countCharacters(int from, int to) {
    int count = 0;
    for (int at = from; at < to; at += characterLength(at)) {
      count++;
    }
    return count;
  }

  private int characterLength(int at) {
    int first = text[at] & 0xff;
    int length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    return Math.min(length, text.length - at);
  }

  private Categories categoriesAt(int at) {
    int length = characterLength(at);
    int first = text[at] & 0xff;
    int codePoint =
        switch (length) {
          case 1 -> first;
          case 2 -> (first & 0x1f) << 6 | (text[at + 1] & 0x3f);
          case 3 -> (first & 0xf) << 12 | (text[at + 1] & 0x3f) << 6 | (text[at + 2] & 0x3f);
          default -> 0;
        };
    return dictionary.categories().of(codePoint);
  }
}
