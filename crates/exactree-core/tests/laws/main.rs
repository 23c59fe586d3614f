//! What holds of every search: the laws, one room each, and every variant of the search held to all of them.
//!
//! The laws are written from the package's promises, and what is true comes from the testkit, which knows
//! nothing of the search: brute force, the tie rule spelled out, a checker, published optima.
//!
//! | room | what it promises |
//! |---|---|
//! | [`variants`] | nothing yet: the ways to run a search, one line each |
//! | [`cases`] | nothing yet: the families of random problems, one line each |
//! | [`optimality`] | the cost is the least there is, and is proven |
//! | [`ties`] | of many optimal trees it is always the same one |
//! | [`max_error`] | only strictly better trees are found, or it is said that there is none |
//! | [`stopping`] | a search that is stopped has a good tree, and a floor that is true |
//! | [`panicking`] | a thread that panics ends the search |
//! | [`depth_two_limits`] | leaf sizes and ties at the ends of the tree, where solvers go wrong |
//! | [`degenerate`] | tables at the edge: empty, flat, wide, tall, and very deep trees |
//! | [`parts`] | no part of the search is needed for a right answer |
//! | [`fairness`] | no fair tree makes fewer errors, and the tree is fair |
//! | [`fronts`] | no pair of false positives and false negatives is missing, and every one has its tree |
//! | [`known_optima`] | the published optima of public data sets |

mod cases;
mod common;
mod degenerate;
mod depth_two_limits;
mod fairness;
mod fronts;

mod known_optima;
mod max_error;
mod objectives;
mod optimality;
mod panicking;
mod parts;
mod path;
mod stopping;
mod ties;
mod variants;
