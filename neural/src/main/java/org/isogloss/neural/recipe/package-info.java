// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Recipe files.
 *
 * <p>{@link RecipeReader} binds YAML to records: a key is the name of a record component in kebab
 * case, the annotation {@link Default} sets the value of a key that the recipe leaves out, and
 * unknown keys, values out of range and undefined variables are errors with file and line. {@link
 * RecipeBinder} maps the parsed {@link RecipeNode} tree to records by reflection; {@link
 * RecipeChecks} holds the range checks that the compact constructors of these records use. Begin
 * with {@link RecipeReader}.
 */
package org.isogloss.neural.recipe;
