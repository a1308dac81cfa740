// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Words of Japanese and Korean, as the program MeCab finds them with a compiled dictionary, such as
 * IPADIC or mecab-ko-dic.
 *
 * <p>{@link MecabDictionary} opens the folder of a dictionary and splits texts. {@link
 * MecabLexicon} looks up the words that begin at a position, {@link CharacterCategories} states
 * which sequences of characters may be an unknown word, {@link ConnectionCosts} has the costs of
 * two adjacent words, and {@link WordLattice} finds the words with the lowest sum of costs. Begin
 * with {@link MecabDictionary}.
 */
package org.isogloss.text.mecab;
